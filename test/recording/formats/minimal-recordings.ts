/** Minimal recordings of each format, for tests to edit. */
import { readRecording } from "../../../src/recording/index.js";
import type { SampleReader } from "../recording-samples.js";

export const read: SampleReader = (source) => readRecording(source, { baseUrl: "https://host.example/v1" });
export const url = "https://host.example/a";
export const exchange = { request: { method: "GET", url }, response: { status: 204 } };
export const line = JSON.stringify(exchange);
export const stub = { request: { method: "GET", url: "/a" }, response: { status: 204 } };
export const item = {
  scope: "https://host.example:443",
  method: "GET",
  path: "/a",
  body: "",
  status: 204,
  response: "",
};
export const nock = { ...item, rawHeaders: [], reqheaders: {} };
export const VCR_INTERACTION = { request: { method: "get", uri: url }, response: { status: { code: 204 } } };
export const saved = { originalRequest: { method: "GET", url }, code: 204 };
export const postman = (response: unknown, more: object = {}): string =>
  JSON.stringify({ info: { name: "n" }, item: [{ name: "i", response: [response] }], ...more });
export const vcr = (interaction: unknown): string => JSON.stringify({ http_interactions: [interaction] });

export const edit = (base: object, more: object): object => ({ ...base, ...more });
