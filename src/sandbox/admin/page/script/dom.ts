/** The part of the DOM that the page uses. Declared here, so that the package does not need the types of the DOM. */
export type AdminPageElement = {
  className: string;
  textContent: string | null;
  hidden: boolean;
  value: string;
  readonly files?: ArrayLike<Blob>;
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
  readonly addEventListener: (
    type: string,
    listener: (event: { readonly preventDefault: () => void }) => unknown,
  ) => void;
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

export function handleClick(id: string, handle: () => unknown): void {
  getElement(id).addEventListener("click", handle);
}

/** Handles the submission of a form in the page, instead of sending it. */
export function handleSubmit(id: string, handle: (form: AdminPageElement) => unknown): void {
  const form = getElement(id);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    handle(form);
  });
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

export function createButton(text: string, className: string, act: () => unknown): AdminPageElement {
  const node = buildElement("button", className, text);
  node.setAttribute("type", "button");
  node.addEventListener("click", act);
  return node;
}

export function createChip(text: string, kind: string): AdminPageElement {
  return buildElement("span", `chip ${kind}`, text);
}

/** Creates an expandable row of a list; `fill` creates its content when it is first opened. */
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
  return buildElement("li", "", details);
}

type RenderedItem = { readonly text: string; readonly node: AdminPageElement };

/**
 * Creates a function that updates a list, the text for an empty list, and the number of latest items. Unchanged items
 * keep their nodes, and with them their open state and focus.
 */
export function createList<T>(name: string, keyOf: (item: T) => string, render: (item: T) => AdminPageElement) {
  const list = getElement(`${name}-list`);
  const empty = document.getElementById(`${name}-empty`);
  const count = document.getElementById(`${name}-count`);
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
    if (empty !== null) empty.hidden = items.length > 0;
    if (count !== null) count.textContent = items.length === 0 ? "" : `latest ${items.length}`;
  };
}

function carryOverState(node: AdminPageElement, former: RenderedItem | undefined, isFirst: boolean): AdminPageElement {
  if (former === undefined && !isFirst) node.className += " new";
  const details = node.firstElementChild;
  if (details !== null && former?.node.firstElementChild?.open === true) details.open = true;
  return node;
}

/** Formats date and time in GMT. */
export function formatDateTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** Indents JSON; returns any other text unchanged. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Shortens UUIDs in a text to their first part, for readability. */
export function shortenUuids(text: string): string {
  return text.replace(/\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, "$1\u2026");
}
