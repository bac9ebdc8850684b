/** The page of the admin API: shows the activity of the sandbox live and controls it. */

import { setUpClock, showClock } from "./clock.js";
import { showDeliveries, showEvents } from "./deliveries.js";
import { getElement } from "./dom.js";
import { setUpFaults, showFaults } from "./faults.js";
import { followOverview } from "./follow-overview.js";
import { showHooks } from "./hooks.js";
import type { Overview } from "./overview.js";
import { notify, saveToken } from "./request-admin.js";
import { showRequests } from "./requests.js";
import { setUpSnapshots, showSnapshots } from "./snapshots.js";
import { setUpState, showFixtures } from "./state.js";

function showOverview(overview: Overview): void {
  const versions = Object.entries(overview.versions).map(([name, version]) => `${name} ${version}`);
  getElement("about").textContent = [overview.engine === "postgres" ? "PostgreSQL" : "SQLite", ...versions].join(" · ");
  showClock(overview.clock);
  showFixtures(overview.packs);
  showRequests(overview.requests);
  showDeliveries(overview.deliveries);
  showEvents(overview.events);
  showHooks(overview.hooks);
  showFaults(overview.faults);
  showSnapshots(overview.snapshots);
}

setUpClock();
setUpFaults();
setUpState();
setUpSnapshots();
getElement("token-form").addEventListener("submit", (event) => {
  event.preventDefault();
  saveToken(getElement("token").value);
  getElement("token-form").hidden = true;
  notify(undefined);
});
void followOverview(showOverview);
