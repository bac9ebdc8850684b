import { getElement } from "./dom.js";
import type { Overview } from "./overview.js";
import { createRequestHeaders, requestAdmin } from "./request-admin.js";

/**
 * Follows the stream of overviews. It is read by `fetch`, which can send the admin token as `EventSource` cannot; when it
 * cannot be had or breaks off, the overview is asked for every two seconds, and the stream is tried again.
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
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) show(JSON.parse(data) as Overview);
    }
  }
  showConnectionState("off", "not connected");
}

function showConnectionState(className: string, words: string): void {
  getElement("live").className = `live ${className}`;
  getElement("live").textContent = words;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
  });
}
