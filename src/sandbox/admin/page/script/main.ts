/** The page of the admin address: shows what the sandbox does while it does it, and has a hand on its controls. */
import { tell, useToken } from "./ask.js";
import { showClock, startClock } from "./clock.js";
import { showDeliveries, showEvents } from "./deliveries.js";
import { byId } from "./dom.js";
import { showFaults, startFaults } from "./faults.js";
import { showHooks } from "./hooks.js";
import { follow } from "./live.js";
import { showRequests } from "./requests.js";
import { showPacks, startState } from "./state.js";
import type { Overview } from "./view.js";

function show(overview: Overview): void {
  const versions = Object.entries(overview.versions).map(([name, version]) => `${name} ${version}`);
  byId("about").textContent = [overview.engine === "postgres" ? "PostgreSQL" : "SQLite", ...versions].join(" · ");
  showClock(overview.clock);
  showPacks(overview.packs);
  showRequests(overview.requests);
  showDeliveries(overview.deliveries);
  showEvents(overview.events);
  showHooks(overview.hooks);
  showFaults(overview.faults);
}

startClock();
startFaults();
startState();
byId("token-form").addEventListener("submit", (event) => {
  event.preventDefault();
  useToken(byId("token").value);
  byId("token-form").hidden = true;
  tell(undefined);
});
void follow(show);
