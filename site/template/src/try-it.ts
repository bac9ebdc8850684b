/** Names under which the form remembers what the user entered, until the tab is closed. */
const REMEMBERED = ["server", "token"];

/** Sends the request of a form when it is submitted, and shows the response. */
export function connectTryIt(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>("input")) {
    const remembered = sessionStorage.getItem(input.name);
    if (isRemembered(input.name) && remembered !== null && remembered !== "") input.value = remembered;
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void sendForm(form);
  });
}

async function sendForm(form: HTMLFormElement): Promise<void> {
  const status = form.querySelector("[data-status]") as HTMLElement;
  const output = form.querySelector("[data-response]") as HTMLElement;
  const details = form.querySelector("details") as HTMLElement;
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const);
  for (const [name, value] of entries) if (isRemembered(name)) sessionStorage.setItem(name, value);
  const { url, init } = buildRequest(form.dataset, entries);
  status.textContent = `${init.method} ${url} …`;
  output.hidden = true;
  details.hidden = true;
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    status.textContent = `${response.status} ${response.statusText}`;
    output.textContent = formatBody(text);
    output.hidden = text === "";
    (details.querySelector("[data-headers]") as HTMLElement).textContent = formatHeaders(response.headers);
    details.hidden = false;
  } catch {
    status.textContent =
      `No response from ${url}. Start the server, and check that it allows requests from ${location.origin} (CORS). ` +
      "This page may only connect to its own host, localhost and 127.0.0.1.";
  }
}

function buildRequest(
  { method = "GET", path = "", contentType }: DOMStringMap,
  entries: readonly (readonly [name: string, value: string])[],
): { readonly url: string; readonly init: RequestInit } {
  const values = new Map(entries);
  const headers = new Headers();
  const query = new URLSearchParams();
  let target = path;
  for (const [key, value] of entries) {
    const [location = "", name = ""] = splitKey(key);
    if (location === "path") target = target.replace(`{${name}}`, encodeURIComponent(value));
    if (value === "") continue;
    if (location === "query") query.append(name, value);
    if (location === "header") headers.set(name, value);
  }
  const token = values.get("token");
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const body = values.get("body");
  if (body && contentType) headers.set("Content-Type", contentType);
  const search = query.toString();
  const base = (values.get("server") ?? "").replace(/\/+$/, "");
  return {
    url: `${base}${target}${search === "" ? "" : `?${search}`}`,
    init: { method, headers, credentials: "omit", ...(body ? { body } : {}) },
  };
}

function splitKey(key: string): [string, string] {
  const at = key.indexOf(":");
  return at === -1 ? ["", ""] : [key.slice(0, at), key.slice(at + 1)];
}

function isRemembered(name: string): boolean {
  return REMEMBERED.includes(name);
}

function formatHeaders(headers: Headers): string {
  return [...headers].map(([name, value]) => `${name}: ${value}`).join("\n");
}

function formatBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
