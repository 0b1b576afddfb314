"""Play jobs take over the decisions of built-in bots that live games wait for."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


#: A built-in bot's decision that is due becomes a job that waits, to be offered again by the next sweep.
TURNS = """
INSERT INTO games_playjob (game_id, kind, status, created_at, offered_at)
SELECT live.game_id, 'live_turn', 'waiting', live.work_due_at, live.work_due_at
FROM games_livegame live JOIN games_game game ON game.id = live.game_id
WHERE live.work_due_at IS NOT NULL AND game.status = 'running'
ORDER BY live.game_id;

SET CONSTRAINTS ALL IMMEDIATE;
"""

WORK_DUE = """
UPDATE games_livegame AS live SET work_due_at = coalesce(job.offered_at, job.created_at)
FROM games_playjob job
WHERE job.game_id = live.game_id AND job.kind = 'live_turn' AND job.status IN ('waiting', 'leased', 'stuck');
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_parents_of_imported_forks'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayJob',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='play_job', serialize=False, to='games.game')),
                ('kind', models.CharField(choices=[('planned', 'planned game'), ('fork', 'fork'), ('live_turn', "built-in bot's turn")], max_length=16)),
                ('group_key', models.BigIntegerField(db_default=0, default=0, help_text="Jobs are claimed by kind and group: a tournament's id, or 0.")),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('leased', 'being played'), ('finished', 'finished'), ('voided', 'voided'), ('stuck', 'stuck'), ('idle', 'idle')], default='waiting', max_length=16)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('offered_at', models.DateTimeField(blank=True, help_text='When workers were last notified that a live turn waits.', null=True)),
                ('token', models.UUIDField(editable=False, null=True)),
                ('worker', models.CharField(blank=True, db_default='', default='', max_length=200)),
                ('leased_at', models.DateTimeField(blank=True, null=True)),
                ('heartbeat_at', models.DateTimeField(blank=True, help_text='Last claim, renewal, report or end.', null=True)),
                ('expires_at', models.DateTimeField(blank=True, help_text='When the lease expires.', null=True)),
                ('failures', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='Consecutive infrastructure failures without progress.')),
                ('retry_at', models.DateTimeField(blank=True, help_text='When it may be retried after a failure; empty: at once.', null=True)),
                ('reason', models.CharField(blank=True, db_default='', default='', help_text='Why the last attempt failed.', max_length=500)),
            ],
            options={
                'verbose_name': 'play job',
                'indexes': [models.Index(fields=['kind', 'group_key', 'status', 'game'], name='play_job_by_status'), models.Index(condition=models.Q(('status', 'leased')), fields=['expires_at'], name='play_job_leased')],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['planned', 'fork', 'live_turn']), ('status__in', ['waiting', 'leased', 'finished', 'voided', 'stuck', 'idle'])), name='play_job_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('expires_at__isnull', False), ('status', 'leased'), ('token__isnull', False)), models.Q(models.Q(('status', 'leased'), _negated=True), ('expires_at', None), ('token', None)), _connector='OR'), name='play_job_is_leased_by_a_token')],
            },
        ),
        migrations.CreateModel(
            name='FailedAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('job', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='failed_attempts', to='games.playjob')),
                ('worker', models.CharField(max_length=200)),
                ('leased_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('outcome', models.CharField(choices=[('expired', 'lease expired'), ('failed', 'failed')], max_length=16)),
                ('reason', models.CharField(blank=True, max_length=500)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.RunSQL(TURNS, WORK_DUE),
        migrations.RemoveConstraint(
            model_name='livegame',
            name='live_waits_for_one_thing',
        ),
        migrations.RemoveIndex(
            model_name='livegame',
            name='live_work',
        ),
        migrations.RemoveField(
            model_name='livegame',
            name='work_due_at',
        ),
    ]
