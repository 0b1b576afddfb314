// Starts Swagger UI; a file of its own, since the pages allow no inline script.
"use strict";

SwaggerUIBundle({
  url: document.getElementById("swagger-ui").dataset.schema,
  dom_id: "#swagger-ui",
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  displayRequestDuration: true,
  // A token typed in here stays in this tab.
  persistAuthorization: false,
  // No schema is sent to a validator elsewhere.
  validatorUrl: null,
});
