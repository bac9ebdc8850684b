import { createHarEntry } from "../cli/run-contract.js";

/** An exchange of a case. The default is a GET request for one book with a JSON response. */
export type ExchangeCase = {
  readonly method?: string;
  readonly url?: string;
  readonly path?: string;
  readonly query?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly sent?: unknown;
  /** A request body other than JSON; its type is in `requestHeaders`. */
  readonly sentText?: string;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** Empty for a response without a media type. */
  readonly type?: string;
  /** Undefined for a response without a body. */
  readonly json?: unknown;
  readonly text?: string;
};

export function createCaseEntry(it: ExchangeCase): object {
  const { method = "GET", path = "/books/7", query = "", requestHeaders = {}, responseHeaders = {}, status = 200 } = it;
  const { url = `https://library.example/v1${path}${query}`, type = "application/json" } = it;
  const text = it.text ?? (it.json === undefined ? undefined : JSON.stringify(it.json));
  const sent = it.sentText ?? (it.sent === undefined ? undefined : JSON.stringify(it.sent));
  const sentType = it.sent === undefined ? {} : { "Content-Type": "application/json" };
  const typeHeader = text === undefined || type === "" ? {} : { "Content-Type": type };
  return createHarEntry({
    url,
    request: {
      method,
      headers: toNameValueList({ ...sentType, ...requestHeaders }),
      ...(sent === undefined
        ? {}
        : { postData: { mimeType: requestHeaders["Content-Type"] ?? "application/json", text: sent } }),
    },
    response: {
      status,
      headers: toNameValueList({ ...typeHeader, ...responseHeaders }),
      content: text === undefined ? { size: 0 } : { size: text.length, mimeType: type, text },
    },
  });
}

function toNameValueList(headers: object): object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
