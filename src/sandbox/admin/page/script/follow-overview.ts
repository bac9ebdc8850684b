import { getElement } from "./dom.js";
import type { Overview } from "./overview.js";
import { createRequestHeaders, requestAdmin } from "./request-admin.js";

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
