/** Types for the part of the DOM that the page uses, so that the package compiles without DOM types. */
export type PageElement = {
  textContent: string | null;
  hidden: boolean;
  value: string;
  checked: boolean;
  open: boolean;
  tagName: string;
  readonly isContentEditable: boolean;
  readonly dataset: Record<string, string | undefined>;
  readonly setAttribute: (name: string, value: string) => void;
  readonly querySelectorAll: (selector: string) => Iterable<PageElement>;
  readonly addEventListener: (type: string, listener: (event: PageEvent) => void) => void;
  readonly focus: () => void;
  readonly reset: () => void;
};

export type PageEvent = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: PageElement | null;
  readonly preventDefault: () => void;
};

declare const document: {
  readonly documentElement: PageElement;
  readonly getElementById: (id: string) => PageElement | null;
  readonly querySelectorAll: (selector: string) => Iterable<PageElement>;
  readonly addEventListener: PageElement["addEventListener"];
};
declare const setTimeout: (then: () => void, ms: number) => number;
declare const addEventListener: PageElement["addEventListener"];

export const pageDocument = document;
export const runLater = (then: () => void): number => setTimeout(then, 0);
export const addWindowListener = (type: string, listener: () => void): void => addEventListener(type, listener);
