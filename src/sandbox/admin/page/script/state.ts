import { buildElement, getElement } from "./dom.js";
import { requestAdmin } from "./request-admin.js";

let displayedFixtures = "";

export function showFixtures(names: readonly string[]): void {
  if (displayedFixtures === names.join()) return;
  displayedFixtures = names.join();
  const options = names.map((name) => {
    const option = buildElement("option", "", name);
    option.value = name;
    return option;
  });
  const initial = buildElement("option", "", "initial data");
  initial.value = "";
  getElement("reset-pack").replaceChildren(initial, ...options);
}

/** A reset needs a second click as confirmation, because it cannot be undone. */
export function setUpState(): void {
  const reset = getElement("reset");
  const cancel = (): void => {
    reset.textContent = "Reset";
    reset.className = "danger";
  };
  getElement("reset-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (reset.textContent === "Reset") {
      reset.textContent = "Really?";
      reset.className = "danger sure";
      setTimeout(cancel, 4000);
      return;
    }
    cancel();
    const pack = getElement("reset-pack").value;
    reset.disabled = true;
    await requestAdmin("POST", "reset", pack === "" ? {} : { pack });
    reset.disabled = false;
  });
  getElement("har").addEventListener("click", () => void saveFile("requests.har", "sandbox.har"));
  getElement("snapshot").addEventListener("click", () => void saveFile("snapshot", "sandbox-snapshot.ndjson"));
}

async function saveFile(path: string, name: string): Promise<void> {
  const response = await requestAdmin("GET", path);
  if (response === undefined) return;
  const url = URL.createObjectURL(await response.blob());
  const link = buildElement("a", "");
  link.setAttribute("href", url);
  link.setAttribute("download", name);
  link.click();
  URL.revokeObjectURL(url);
}
