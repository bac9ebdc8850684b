import { getElement } from "./dom.js";

declare const sessionStorage: {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
};

const TOKEN = "admin token";

/** Headers that the admin address asks for; the token only where the sandbox was started with one. */
export function createRequestHeaders(): Record<string, string> {
  const token = sessionStorage.getItem(TOKEN);
  return { "Content-Type": "application/json", ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
}

export function saveToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** Asks the admin address; what it refuses is told at the top of the page, and gives undefined. */
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
    notify(message ?? `the sandbox answered ${response.status}`);
  } catch {
    notify("the sandbox does not answer");
  }
  return undefined;
}

/** Shows a trouble, or takes it away. */
export function notify(trouble: string | undefined): void {
  const notice = getElement("notice");
  notice.hidden = trouble === undefined;
  notice.textContent = trouble ?? "";
}
