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
  const asStarted = buildElement("option", "", "what it was started with");
  asStarted.value = "";
  getElement("reset-pack").replaceChildren(asStarted, ...options);
}

/** A reset is asked for twice, since it cannot be taken back; saving makes a file of what an address answers. */
export function setUpState(): void {
  const reset = getElement("reset");
  const calm = (): void => {
    reset.textContent = "Reset";
    reset.className = "danger";
  };
  getElement("reset-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (reset.textContent === "Reset") {
      reset.textContent = "Really?";
      reset.className = "danger sure";
      setTimeout(calm, 4000);
      return;
    }
    calm();
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
