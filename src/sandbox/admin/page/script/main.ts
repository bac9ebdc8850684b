/** The page of the admin API: shows the activity of the sandbox live and controls it. */

import { showActivity } from "./activity.js";
import { setUpControls, showControls } from "./controls.js";
import { getElement, handleSubmit } from "./dom.js";
import { followOverview, notify, saveToken } from "./request-admin.js";

setUpControls();
handleSubmit("token-form", (form) => {
  saveToken(getElement("token").value);
  form.hidden = true;
  notify(undefined);
});
void followOverview((overview) => {
  const versions = Object.entries(overview.versions).map(([name, version]) => `${name} ${version}`);
  getElement("title").textContent = `${overview.title} sandbox`;
  getElement("about").textContent = [overview.engine === "postgres" ? "PostgreSQL" : "SQLite", ...versions].join(" · ");
  showControls(overview);
  showActivity(overview);
});
