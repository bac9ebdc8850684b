/** The part of the DOM that the page uses. Declared here, so that the package does not need the types of the DOM. */
export type AdminPageElement = {
  className: string;
  textContent: string | null;
  hidden: boolean;
  value: string;
  disabled: boolean;
  open: boolean;
  dateTime: string;
  readonly firstElementChild: AdminPageElement | null;
  readonly nextElementSibling: AdminPageElement | null;
  readonly elements: { readonly namedItem: (name: string) => AdminPageElement | null };
  readonly setAttribute: (name: string, value: string) => void;
  readonly append: (...children: (AdminPageElement | string)[]) => void;
  readonly replaceChildren: (...children: (AdminPageElement | string)[]) => void;
  readonly insertBefore: (node: AdminPageElement, before: AdminPageElement | null) => void;
  readonly remove: () => void;
  readonly click: () => void;
  readonly addEventListener: (type: string, listener: (event: { readonly preventDefault: () => void }) => void) => void;
};

declare const document: {
  readonly createElement: (tag: string) => AdminPageElement;
  readonly getElementById: (id: string) => AdminPageElement | null;
};

/** Returns an element of page.html. @throws Error when the page has no such element */
export function getElement(id: string): AdminPageElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found;
}

/** Creates an element. Strings become text nodes, so that data of clients cannot become markup. */
export function buildElement(
  tag: string,
  className: string,
  ...children: readonly (AdminPageElement | string | undefined)[]
): AdminPageElement {
  const node = document.createElement(tag);
  if (className !== "") node.className = className;
  node.append(...children.filter((child) => child !== undefined));
  return node;
}

export function createButton(text: string, className: string, onClick: () => void): AdminPageElement {
  const node = buildElement("button", className, text);
  node.setAttribute("type", "button");
  node.addEventListener("click", onClick);
  return node;
}

export function createChip(text: string, kind: string): AdminPageElement {
  return buildElement("span", `chip ${kind}`, text);
}

/** Creates an expandable row; `fill` creates its content when it is first opened. */
export function createDetails(
  summary: readonly (AdminPageElement | undefined)[],
  fill: () => AdminPageElement,
): AdminPageElement {
  const details = buildElement("details", "", buildElement("summary", "", ...summary));
  let isFilled = false;
  details.addEventListener("toggle", () => {
    if (details.open && !isFilled) details.append(fill());
    isFilled ||= details.open;
  });
  return details;
}

type RenderedItem = { readonly text: string; readonly node: AdminPageElement };

/**
 * Creates a function that updates a list. Unchanged items keep their nodes, and with them their open state and focus.
 */
export function createList<T>(id: string, keyOf: (item: T) => string, render: (item: T) => AdminPageElement) {
  const list = getElement(id);
  let rendered = new Map<string, RenderedItem>();
  let isFirst = true;
  return (items: readonly T[]): void => {
    const next = new Map<string, RenderedItem>();
    for (const item of items) {
      const key = keyOf(item);
      const text = JSON.stringify(item);
      const former = rendered.get(key);
      next.set(key, former?.text === text ? former : { text, node: carryOverState(render(item), former, isFirst) });
    }
    for (const [key, { node }] of rendered) if (next.get(key)?.node !== node) node.remove();
    let at = list.firstElementChild;
    for (const { node } of next.values()) {
      if (at === node) at = node.nextElementSibling;
      else list.insertBefore(node, at);
    }
    rendered = next;
    isFirst = false;
  };
}

function carryOverState(node: AdminPageElement, former: RenderedItem | undefined, isFirst: boolean): AdminPageElement {
  if (former === undefined && !isFirst) node.className += " new";
  const details = node.firstElementChild;
  if (details !== null && former?.node.firstElementChild?.open === true) details.open = true;
  return node;
}
