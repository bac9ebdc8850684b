import { getElement } from "./dom.js";

declare const sessionStorage: {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
};

const TOKEN = "admin token";

/** The headers that the admin API requires, with the admin token if the user entered one. */
export function createRequestHeaders(): Record<string, string> {
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
