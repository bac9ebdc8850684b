import { ask } from "./ask.js";
import { byId, make } from "./dom.js";

let packs = "";

export function showPacks(names: readonly string[]): void {
  if (packs === names.join()) return;
  packs = names.join();
  const options = names.map((name) => {
    const option = make("option", "", name);
    option.value = name;
    return option;
  });
  const asStarted = make("option", "", "what it was started with");
  asStarted.value = "";
  byId("reset-pack").replaceChildren(asStarted, ...options);
}

/** A reset is asked for twice, since it cannot be taken back; saving makes a file of what an address answers. */
export function startState(): void {
  const reset = byId("reset");
  const calm = (): void => {
    reset.textContent = "Reset";
    reset.className = "danger";
  };
  byId("reset-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (reset.textContent === "Reset") {
      reset.textContent = "Really?";
      reset.className = "danger sure";
      setTimeout(calm, 4000);
      return;
    }
    calm();
    const pack = byId("reset-pack").value;
    reset.disabled = true;
    await ask("POST", "reset", pack === "" ? {} : { pack });
    reset.disabled = false;
  });
  byId("har").addEventListener("click", () => void save("requests.har", "sandbox.har"));
  byId("snapshot").addEventListener("click", () => void save("snapshot", "sandbox-snapshot.ndjson"));
}

async function save(path: string, name: string): Promise<void> {
  const response = await ask("GET", path);
  if (response === undefined) return;
  const url = URL.createObjectURL(await response.blob());
  const link = make("a", "");
  link.setAttribute("href", url);
  link.setAttribute("download", name);
  link.click();
  URL.revokeObjectURL(url);
}
