/** What the page uses of the DOM: as much of its types as that, so that the rest of the package does not know a browser. */
export type Node = {
  textContent: string | null;
  hidden: boolean;
  value: string;
  checked: boolean;
  open: boolean;
  tagName: string;
  readonly isContentEditable: boolean;
  readonly dataset: Record<string, string | undefined>;
  readonly setAttribute: (name: string, value: string) => void;
  readonly querySelectorAll: (selector: string) => Iterable<Node>;
  readonly addEventListener: (type: string, listener: (event: Press) => void) => void;
  readonly focus: () => void;
  readonly reset: () => void;
};

export type Press = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: Node | null;
  readonly preventDefault: () => void;
};

declare const document: {
  readonly documentElement: Node;
  readonly getElementById: (id: string) => Node | null;
  readonly querySelectorAll: (selector: string) => Iterable<Node>;
  readonly addEventListener: Node["addEventListener"];
};
declare const setTimeout: (then: () => void, ms: number) => number;
declare const addEventListener: Node["addEventListener"];

export const page = document;
export const later = (then: () => void): number => setTimeout(then, 0);
export const onWindow = (type: string, listener: () => void): void => addEventListener(type, listener);
