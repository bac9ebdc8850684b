import { getElement } from "./dom.js";
import type { Overview } from "./overview.js";

declare const sessionStorage: {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
};

const TOKEN = "admin token";

/** The headers that the admin API requires, with the admin token if the user entered one. */
function createRequestHeaders(): Record<string, string> {
  const token = sessionStorage.getItem(TOKEN);
  return { "Content-Type": "application/json", ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
}

export function saveToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** Sends a request to the admin API. Shows errors at the top of the page and returns undefined for them. */
export async function requestAdmin(method: string, path: string, body?: object): Promise<Response | undefined> {
  try {
    const init = {
      method,
      headers: createRequestHeaders(),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const response = await fetch(path, init);
    if (response.ok) {
      notify(undefined);
      return response;
    }
    if (response.status === 401) getElement("token-form").hidden = false;
    const { message } = (await response.json()) as { readonly message?: string };
    notify(message ?? `the sandbox responded with ${response.status}`);
  } catch {
    notify("the sandbox does not respond");
  }
  return undefined;
}

/** Shows an error message, or hides it when undefined. */
export function notify(message: string | undefined): void {
  const notice = getElement("notice");
  notice.hidden = message === undefined;
  notice.textContent = message ?? "";
}

/**
 * Follows the stream of overviews. Uses `fetch`, because `EventSource` cannot send the admin token. When the stream
 * fails, requests the overview after two seconds and then retries the stream.
 */
export async function followOverview(show: (overview: Overview) => void): Promise<never> {
  for (;;) {
    try {
      await readStream(show);
    } catch {
      showConnectionState("off", "not connected");
    }
    await pause(2000);
    const response = await requestAdmin("GET", "overview");
    if (response !== undefined) show((await response.json()) as Overview);
  }
}

async function readStream(show: (overview: Overview) => void): Promise<void> {
  const response = await fetch("stream", { headers: createRequestHeaders() });
  if (!response.ok || response.body === null) throw new Error("no stream");
  showConnectionState("on", "live");
  const decoder = new TextDecoder();
  let text = "";
  const reader = response.body.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) show(JSON.parse(data) as Overview);
    }
  }
  showConnectionState("off", "not connected");
}

function showConnectionState(className: string, text: string): void {
  getElement("live").className = `live ${className}`;
  getElement("live").textContent = text;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
  });
}
