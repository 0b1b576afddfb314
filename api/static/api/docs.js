// Starts Swagger UI; a file of its own, since the pages allow no inline script.
"use strict";

const { schema, csrfToken } = document.getElementById("swagger-ui").dataset;

SwaggerUIBundle({
  url: schema,
  dom_id: "#swagger-ui",
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  displayRequestDuration: true,
  // A token typed in here stays in this tab.
  persistAuthorization: false,
  // Who is logged in may try out with the session what changes something.
  requestInterceptor: (request) => {
    if (request.method && request.method !== "GET" && new URL(request.url).origin === location.origin) {
      request.headers["X-CSRFToken"] = csrfToken;
    }
    return request;
  },
  // No schema is sent to a validator elsewhere.
  validatorUrl: null,
});
