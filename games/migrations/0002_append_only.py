"""
Events are only ever added: the database itself refuses to change, delete or truncate them, whoever asks.

It also refuses to delete a game that has events, for they name it without a foreign key.
"""

from django.db import migrations

REFUSE = """
CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'events are append-only: % on % is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER games_event_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();

CREATE TRIGGER games_game_never_truncated
    BEFORE TRUNCATE ON games_game
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();

CREATE FUNCTION games_refuse_deletion_with_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM games_event WHERE game_id = OLD.id) THEN
        RAISE EXCEPTION 'game % has events and is kept', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
END
$$;

CREATE TRIGGER games_game_kept_with_events
    BEFORE DELETE ON games_game
    FOR EACH ROW EXECUTE FUNCTION games_refuse_deletion_with_events();
"""

ALLOW = """
DROP TRIGGER games_game_kept_with_events ON games_game;
DROP TRIGGER games_game_never_truncated ON games_game;
DROP TRIGGER games_event_append_only ON games_event;
DROP FUNCTION games_refuse_deletion_with_events();
DROP FUNCTION games_refuse_change();
"""


class Migration(migrations.Migration):

    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunSQL(REFUSE, ALLOW)]
