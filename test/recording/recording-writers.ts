/** Writes exchanges in the formats of other recorders. Only text bodies are supported. */
import { stringify } from "yaml";
import type { Exchange, HeaderField, RecordedBody } from "../../src/recording/index.js";

type Write = (exchanges: readonly Exchange[]) => string;

export const toNdjson: Write = (exchanges) =>
  exchanges
    .map(({ request, response, origin: { startedAt } }) =>
      JSON.stringify({
        request: { ...request, body: textOf(request.body) },
        response: { ...response, body: textOf(response.body) },
        startedAt,
      }),
    )
    .join("\n");

export const toNock: Write = (exchanges) =>
  JSON.stringify(
    exchanges.map(({ request, response }) => {
      const { origin, rest } = partsOf(request.url);
      return {
        scope: origin,
        method: request.method,
        path: rest,
        body: parsed(request.body),
        status: response.status,
        response: parsed(response.body),
        rawHeaders: response.headers.flat(),
        reqheaders: listed(request.headers),
        responseIsBinary: false,
      };
    }),
  );

const cassette = (exchanges: readonly Exchange[]): object => ({
  http_interactions: exchanges.map(({ request, response }) => ({
    request: {
      method: request.method.toLowerCase(),
      uri: request.url,
      body: { encoding: "UTF-8", string: textOf(request.body) ?? "" },
      headers: listed(request.headers),
    },
    response: {
      status: { code: response.status, message: "" },
      headers: listed(response.headers),
      body: { encoding: "UTF-8", string: textOf(response.body) ?? "" },
    },
    recorded_at: "Sat, 14 Mar 2026 09:30:00 GMT",
  })),
  recorded_with: "VCR 6.4.0",
});

export const toVcrYaml: Write = (exchanges) => stringify(cassette(exchanges));
export const toVcrJson: Write = (exchanges) => JSON.stringify(cassette(exchanges));

export const toPostman: Write = (exchanges) =>
  JSON.stringify({
    info: { name: "rewritten", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    item: exchanges.map(({ request, response }, index) => {
      const { origin, rest } = partsOf(request.url);
      const raw = textOf(request.body);
      return {
        name: `Folder ${index}`,
        item: [
          {
            name: `Request ${index}`,
            response: [
              {
                originalRequest: {
                  method: request.method,
                  header: keyed(request.headers),
                  url: { raw: `{{base}}${rest}` },
                  ...(raw === undefined ? {} : { body: { mode: "raw", raw } }),
                },
                code: response.status,
                header: keyed(response.headers),
                body: textOf(response.body) ?? null,
              },
            ],
          },
        ],
        variable: [{ key: "base", value: origin }],
      };
    }),
  });

export const toWireMock: Write = (exchanges) =>
  JSON.stringify({
    mappings: exchanges.map(({ request, response }) => {
      const { origin, rest } = partsOf(request.url);
      const { host, protocol } = new URL(origin);
      const body = textOf(request.body);
      const headers = Object.entries(listed(request.headers)).map(([name, values]) => [
        name,
        { hasExactly: values.map((equalTo) => ({ equalTo })) },
      ]);
      return {
        request: {
          method: request.method,
          url: rest,
          scheme: protocol.slice(0, -1),
          host: { equalTo: host },
          headers: Object.fromEntries(headers),
          bodyPatterns: [{ equalTo: body ?? "" }],
        },
        response: { status: response.status, headers: listed(response.headers), body: textOf(response.body) },
      };
    }),
  });

function partsOf(url: string): { readonly origin: string; readonly rest: string } {
  const { origin } = new URL(url);
  return { origin, rest: url.slice(origin.length) };
}

function textOf(body: RecordedBody): string | undefined {
  return body.kind === "text" ? body.text : undefined;
}

function parsed(body: RecordedBody): unknown {
  const text = textOf(body) ?? "";
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function listed(headers: readonly HeaderField[]): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const [name, value] of headers) lists[name] = [...(lists[name] ?? []), value];
  return lists;
}

function keyed(headers: readonly HeaderField[]): object[] {
  return headers.map(([key, value]) => ({ key, value }));
}
