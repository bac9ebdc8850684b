import { byId } from "./dom.js";

declare const sessionStorage: {
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
};

const TOKEN = "admin token";

/** Headers that the admin address asks for; the token only where the sandbox was started with one. */
export function headers(): Record<string, string> {
  const token = sessionStorage.getItem(TOKEN);
  return { "Content-Type": "application/json", ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
}

export function useToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

/** Asks the admin address; what it refuses is told at the top of the page, and gives undefined. */
export async function ask(method: string, path: string, body?: object): Promise<Response | undefined> {
  try {
    const init = { method, headers: headers(), ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(path, init);
    if (response.ok) {
      tell(undefined);
      return response;
    }
    if (response.status === 401) byId("token-form").hidden = false;
    const { message } = (await response.json()) as { readonly message?: string };
    tell(message ?? `the sandbox answered ${response.status}`);
  } catch {
    tell("the sandbox does not answer");
  }
  return undefined;
}

/** Shows a trouble, or takes it away. */
export function tell(trouble: string | undefined): void {
  const notice = byId("notice");
  notice.hidden = trouble === undefined;
  notice.textContent = trouble ?? "";
}
