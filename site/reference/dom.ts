/** The parts of the DOM that the page uses. Node's types do not have them, and those of browsers would apply to all of `src`. */
export type PageElement = {
  textContent: string | null;
  readonly value?: string;
  readonly classList: { readonly add: (name: string) => void };
  readonly getAttribute: (name: string) => string | null;
  readonly removeAttribute: (name: string) => void;
  readonly setAttribute: (name: string, value: string) => void;
  readonly append: (...children: readonly PageElement[]) => void;
  readonly replaceChildren: (...children: readonly PageElement[]) => void;
  readonly addEventListener: (event: "change" | "click", listener: (event: PageEvent) => void) => void;
  readonly click: () => void;
  readonly focus: () => void;
};

type PageEvent = { readonly preventDefault: () => void };

type PageDocument = {
  readonly documentElement: PageElement;
  readonly body: PageElement;
  readonly querySelector: (selector: string) => PageElement | null;
  readonly querySelectorAll: (selector: string) => Iterable<PageElement>;
  readonly createElement: (name: string) => PageElement;
  readonly addEventListener: <Name extends keyof PageEvents>(
    event: Name,
    listener: (event: PageEvents[Name]) => void,
  ) => void;
};

type PageEvents = {
  readonly securitypolicyviolation: { readonly blockedURI: string };
  readonly keydown: { readonly key: string };
};

type Browser = {
  readonly document: PageDocument;
  readonly location: {
    readonly origin: string;
    readonly hash: string;
    readonly assign: (url: string) => void;
    readonly reload: () => void;
  };
  readonly customElements: { readonly define: (name: string, element: new () => PageElement) => void };
  readonly HTMLElement: new () => PageElement;
  readonly requestAnimationFrame: (callback: () => void) => number;
  readonly MutationObserver: new (
    callback: () => void,
  ) => { readonly observe: (target: PageElement, options: { childList: boolean; subtree: boolean }) => void };
  readonly EventSource: new (
    url: string,
  ) => { readonly addEventListener: (event: "message", listener: () => void) => void };
};

export const { document, location, customElements, HTMLElement, EventSource, MutationObserver, requestAnimationFrame } =
  globalThis as unknown as Browser;
