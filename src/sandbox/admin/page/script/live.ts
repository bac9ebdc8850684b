import { ask, headers } from "./ask.js";
import { byId } from "./dom.js";
import type { Overview } from "./view.js";

/**
 * Follows the stream of overviews. It is read by `fetch`, which can send the admin token as `EventSource` cannot; when it
 * cannot be had or breaks off, the overview is asked for every two seconds, and the stream is tried again.
 */
export async function follow(show: (overview: Overview) => void): Promise<never> {
  for (;;) {
    try {
      await readStream(show);
    } catch {
      state("off", "not connected");
    }
    await pause(2000);
    const response = await ask("GET", "overview");
    if (response !== undefined) show((await response.json()) as Overview);
  }
}

async function readStream(show: (overview: Overview) => void): Promise<void> {
  const response = await fetch("stream", { headers: headers() });
  if (!response.ok || response.body === null) throw new Error("no stream");
  state("on", "live");
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
  state("off", "not connected");
}

function state(className: string, words: string): void {
  byId("live").className = `live ${className}`;
  byId("live").textContent = words;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
  });
}
