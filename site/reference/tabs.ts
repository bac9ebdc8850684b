type Option = { readonly id: string; readonly label: string };
type Client = Option & { readonly clientKey: string };

/** Options as tabs. Scalar sets the properties. */
class Tabs<Shown extends Option> extends HTMLElement {
  #selected: string | undefined;
  readonly #buttons = new Map<string, HTMLButtonElement>();
  /** What is chosen. */
  name = "";
  /** Called with what the reader chooses. */
  choose: (option: Shown) => void = () => {};

  /** The options that have a tab. */
  list(options: readonly Shown[]): readonly Shown[] {
    return options;
  }

  set options(options: readonly Shown[]) {
    this.#buttons.clear();
    for (const option of this.list(options)) {
      const button = Object.assign(document.createElement("button"), { type: "button" });
      // A branch has the values of its discriminator before its name.
      button.textContent = CLIENTS[option.id] ?? option.label.replace(/ · .*/, "");
      button.title = option.label;
      button.addEventListener("click", () => this.choose(option));
      this.#buttons.set(option.id, button);
    }
    this.replaceChildren(...(this.#buttons.size > 0 ? [this.name] : []), ...this.#buttons.values());
    this.selected = this.#selected;
  }

  set selected(selected: string | undefined) {
    this.#selected = selected;
    for (const [id, button] of this.#buttons) button.setAttribute("aria-pressed", String(id === selected));
  }
}

/** Clients that have a tab, besides the samples of the spec itself. Scalar's list has all. */
const CLIENTS: Readonly<Record<string, string>> = {
  "shell/curl": "curl",
  "js/fetch": "fetch",
  "python/requests": "Python",
};

/** How many samples of the spec itself have a tab. */
const MAX_OWN = 4;

/** The languages of the sample of a request. */
class SampleTabs extends Tabs<Client> {
  override list(all: readonly Client[]): readonly Client[] {
    const [first, ...others] = Object.keys(CLIENTS).flatMap((id) => all.filter((client) => client.id === id));
    const own = all.filter(({ clientKey }) => clientKey === "custom").slice(0, MAX_OWN);
    return [...(first === undefined ? [] : [first]), ...own, ...others];
  }
}

/** The branches of `oneOf` or `anyOf`. Scalar's list has many of them. */
class BranchTabs extends Tabs<Option> {
  override list(all: readonly Option[]): readonly Option[] {
    return all.length <= MAX_BRANCHES ? all : [];
  }
}

const MAX_BRANCHES = 8;

customElements.define("sample-tabs", SampleTabs);
customElements.define("branch-tabs", BranchTabs);
