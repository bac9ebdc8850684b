/** Starts Scalar's API reference over the text of the page, and shows what the checker finds in each response. */
import { createSlug, isFileType, isSampleFile } from "../../src/docs/shared-names.js";
import { orderResults } from "./search-order.js";
import "./tabs.js";

type Settings = {
  /** Whether `contract docs` serves the page, which is loaded again after each change of the spec. */
  readonly isLive: boolean;
  readonly changes: string;
};

type Scalar = {
  readonly createApiReference: (element: HTMLElement, configuration: object) => unknown;
};

type Findings = Awaited<ReturnType<typeof import("./checker.js")["checkResponse"]>>;

const settings = JSON.parse(document.querySelector("#settings")?.textContent ?? "{}") as Settings;

/** Names that are no string literals, because the bundler does not know these modules. */
const [SCALAR, CHECKER]: string[] = ["./scalar/standalone.esm.js", "./checker.js"];

/** What the last response was found to be, for the section of the client. */
let lastResult: HTMLElement[] = [];
const blocked = new Set<string>();

document.addEventListener("securitypolicyviolation", ({ blockedURI }) => blocked.add(originOf(blockedURI)));

class FindingsElement extends HTMLElement {
  connectedCallback(): void {
    this.setAttribute("role", "status");
    this.replaceChildren(...lastResult);
  }
}
customElements.define("contract-findings", FindingsElement);

const version = document.querySelector<HTMLSelectElement>("#version");
version?.addEventListener("change", () => location.assign(`${version.value}${location.hash}`));

const skipLink = document.querySelector(".skip");
skipLink?.addEventListener("click", (event) => {
  const main = document.querySelector<HTMLElement>("#app main");
  if (main === null) return;
  // Scalar would look for an operation with the anchor of the link.
  event.preventDefault();
  main.setAttribute("tabindex", "-1");
  main.focus();
});

/** With these keys, Scalar moves the focus between all tabs, but selects only some of them. */
const TAB_KEYS = /^(?:ArrowLeft|ArrowRight|Home|End)$/;

document.addEventListener("keydown", ({ key }) => {
  if (TAB_KEYS.test(key))
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('[role="tab"][aria-selected="false"]:focus')?.click(),
    );
});

Object.assign(globalThis, { orderResults, isSampleFile, isFileType, showReference });

void start();

async function start(): Promise<void> {
  const [response, { createApiReference }] = await Promise.all([
    fetch("reference.json"),
    import(String(SCALAR)) as Promise<Scalar>,
  ]);
  const spec = await response.text();
  const app = document.querySelector<HTMLElement>("#app");
  if (!response.ok || app === null) return;
  createApiReference(app, {
    ...OPTIONS,
    ...ANCHORS,
    content: spec,
    customFetch: sendRequest,
    onLoaded: () => {
      document.documentElement.classList.add("has-app");
      setTimeout(showReference, MAX_HIDDEN);
    },
    plugins: [() => ({ name: "contract", extensions: [], apiClientPlugins: [createCheckerPlugin(spec)] })],
  });
  const changes = { childList: true, subtree: true, attributeFilter: ["aria-current"] };
  new MutationObserver(requestRepair).observe(document.body, changes);
  if (settings.isLive) new EventSource(settings.changes).addEventListener("message", () => location.reload());
}

/** Milliseconds after which the reference is shown, whether or not its sections have been rendered. */
const MAX_HIDDEN = 4000;

/** Shows the reference when its first sections have been rendered, because they move what is on the screen. */
function showReference(): void {
  document.documentElement.classList.add("is-rendered");
}

let isRepairRequested = false;

/** Repairs once for all changes before the next frame. */
function requestRepair(): void {
  if (!isRepairRequested) requestAnimationFrame(repairMarkup);
  isRepairRequested = true;
}

/** Adds names and states for screen readers that Scalar's markup lacks, and removes what contradicts its text. */
function repairMarkup(): void {
  isRepairRequested = false;
  for (const [selector, attribute, value] of REPAIRS)
    for (const element of document.querySelectorAll(selector)) element.setAttribute(attribute, value);
  for (const [selector, name] of NAMES)
    for (const element of document.querySelectorAll(`${selector}:not([aria-label])`))
      element.setAttribute("aria-label", element.textContent?.trim() || name);
  for (const control of document.querySelectorAll('[aria-controls]:not([aria-expanded="false"])'))
    if (document.querySelector(`[id="${control.getAttribute("aria-controls")}"]`) === null)
      control.removeAttribute("aria-controls");
  scrollSidebars();
}

/** The entry that each list was last scrolled to. A list that the reader scrolls stays there until the page shows something else. */
const lastEntries = new WeakMap<Element, Element>();

/** Scrolls the list of the sidebar, or of the menu of a narrow window, to the entry of what the page shows. Scalar only marks it. */
function scrollSidebars(): void {
  for (const entry of document.querySelectorAll('aside [aria-current="page"]')) {
    const list = entry.closest(".custom-scroll");
    if (list === null || list.clientHeight === 0 || lastEntries.get(list) === entry) continue;
    lastEntries.set(list, entry);
    const { top, bottom } = entry.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) list.scrollTop += (top + bottom - frame.top - frame.bottom) / 2;
  }
}

const REPAIRS = [
  ['[role="combobox"]:not([aria-expanded])', "aria-expanded", "false"],
  ['button[role="none"][aria-label]', "role", "button"],
  ['.cm-content[role="textbox"]:not([aria-label])', "aria-label", "Text"],
  [
    ".cm-scroller[tabindex='-1'], :is(code.custom-scroll, .scalar-card-content.overflow-auto):not([tabindex])",
    "tabindex",
    "0",
  ],
] as const;

/** Names of buttons and links that show only an icon, some of them only on narrow windows. */
const NAMES = [
  ['button[id^="headlessui-disclosure"]:not(:has(:not(svg, svg *)))', "Show or hide the list"],
  ['a[href^="mailto:"]', "Contact"],
  ['a[class*="group-last:"]', "Terms of service"],
] as const;

/** Nothing is loaded from or sent to other hosts than the servers of the spec. */
const OPTIONS = {
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: "never",
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  proxyUrl: "",
  modelsSectionLabel: "Schemas",
  orderSchemaPropertiesBy: "preserve",
  orderRequiredPropertiesFirst: false,
  showOperationId: true,
  documentDownloadType: "none",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  featuredClients: ["shell/curl", "js/fetch", "python/requests"],
};

type ScalarOperation = { readonly method: string; readonly path: string; readonly operationId?: string };

const createNameSlug = ({ name }: { readonly name: string }): string => createSlug(name);

/** Anchors are those of the text in src/docs/shared-names.ts. */
const ANCHORS = {
  generateOperationSlug: ({ operationId, method, path }: ScalarOperation) =>
    createSlug(operationId ?? `${method} ${path}`),
  generateTagSlug: createNameSlug,
  generateModelSlug: createNameSlug,
  generateWebhookSlug: createNameSlug,
};

/** Sends a request, and explains why the browser gives no response. */
async function sendRequest(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  await assertFilesChosen(request);
  try {
    return await fetch(request);
  } catch {
    const { origin } = new URL(request.url);
    const names = listDeclaredHeaders(request);
    throw new Error(
      blocked.has(origin)
        ? `The policy of this page forbids requests to ${origin}. Write the page again with --try-server ${origin}.`
        : `No response from ${origin}. If it is running, it forbids requests from ${location.origin} (CORS): ` +
            `it has to send the header Access-Control-Allow-Origin, also in its response to OPTIONS` +
            `${names.length > 0 ? `, and there Access-Control-Allow-Headers with ${names.join(", ")}` : ""}.`,
    );
  }
}

/** The headers that a service has to allow (https://fetch.spec.whatwg.org/#cors-safelisted-request-header). */
function listDeclaredHeaders({ headers }: Request): string[] {
  return [...headers].flatMap(([name, value]) => {
    const isPlain =
      name === "content-type" ? PLAIN_TYPE.test(value) : /^(accept|(accept|content)-language)$/.test(name);
    return isPlain ? [] : name;
  });
}

const PLAIN_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/** A file that the reader did not choose would be sent as the text `@photo.png`. */
async function assertFilesChosen(request: Request): Promise<void> {
  const type = request.headers.get("content-type") ?? "";
  const isForm = type.startsWith("multipart/form-data");
  if (!isForm && !isFileType(type)) return;
  const parts = isForm ? [...(await request.clone().formData())] : [["body", await request.clone().text()] as const];
  for (const [name, value] of parts)
    if (isSampleFile(value)) throw new Error(`Choose a file for "${name}": ${value} is only the example of a file.`);
}

function createCheckerPlugin(spec: string): object {
  return {
    hooks: {
      beforeRequest: () => showResult([]),
      responseReceived: async ({ request, response }: { readonly request: Request; readonly response: Response }) => {
        const { checkResponse } = (await import(String(CHECKER))) as typeof import("./checker.js");
        showResult(describeFindings(await checkResponse(spec, request, response)));
      },
    },
    // Vue renders a name that it does not know as an element.
    components: { response: { component: "contract-findings" } },
  };
}

function showResult(result: HTMLElement[]): void {
  lastResult = result;
  for (const element of document.querySelectorAll("contract-findings")) element.replaceChildren(...result);
}

function describeFindings(findings: Findings): HTMLElement[] {
  if (findings.length === 0) return [createElement("p", "The request and the response conform to the spec.")];
  const list = document.createElement("ul");
  const sorted = findings.toSorted((a, b) => (a.level < b.level ? -1 : Number(a.level > b.level)));
  for (const { level, status, message } of sorted) {
    const item = createElement("li", `${level} in the ${status === undefined ? "request" : "response"}: ${message}`);
    item.className = level;
    list.append(item);
  }
  return [createElement("p", `${findings.length} finding${findings.length === 1 ? "" : "s"}:`), list];
}

function createElement(name: string, textContent: string): HTMLElement {
  return Object.assign(document.createElement(name), { textContent });
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
