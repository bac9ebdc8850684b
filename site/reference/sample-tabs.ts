type Client = { readonly id: string; readonly label: string; readonly clientKey: string };

/** Clients that have a tab, besides the samples of the spec itself. Scalar's list has all. */
const CLIENTS: Readonly<Record<string, string>> = {
  "shell/curl": "curl",
  "js/fetch": "fetch",
  "python/requests": "Python",
};

/** How many samples of the spec itself have a tab. */
const MAX_OWN = 4;

type ClientGroup = { readonly options: readonly Client[] };

/** The languages of the sample of a request as tabs. Scalar sets the properties. */
class SampleTabs extends HTMLElement {
  #selected: string | undefined;
  readonly #buttons = new Map<string, HTMLButtonElement>();
  /** Called with what the reader chooses. */
  choose: (client: Client) => void = () => {};

  set groups(groups: readonly ClientGroup[]) {
    this.#buttons.clear();
    for (const client of listClients(groups.flatMap(({ options }) => options))) {
      const button = Object.assign(document.createElement("button"), { type: "button" });
      button.textContent = CLIENTS[client.id] ?? client.label;
      button.addEventListener("click", () => this.choose(client));
      this.#buttons.set(client.id, button);
    }
    this.replaceChildren(...this.#buttons.values());
    this.selected = this.#selected;
  }

  set selected(selected: string | undefined) {
    this.#selected = selected;
    for (const [id, button] of this.#buttons) button.setAttribute("aria-pressed", String(id === selected));
  }
}

export function listClients(all: readonly Client[]): Client[] {
  const [first, ...others] = Object.keys(CLIENTS).flatMap((id) => all.filter((client) => client.id === id));
  const own = all.filter(({ clientKey }) => clientKey === "custom").slice(0, MAX_OWN);
  return [...(first === undefined ? [] : [first]), ...own, ...others];
}

customElements.define("sample-tabs", SampleTabs);
