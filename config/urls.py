"""The root URL configuration: the admin, the API under its version, and the pages."""

from django.contrib import admin
from django.urls import include, path

admin.site.site_header = "Rodeo"
admin.site.site_title = "Rodeo"
admin.site.index_title = "The corral"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("api.v1.urls")),
    path("", include("frontend.urls")),
]
