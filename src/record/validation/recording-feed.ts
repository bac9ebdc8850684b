import { createCapturedOrigin, type Exchange } from "../../exchange/index.js";
import { type FeedSettings, startApplicationFeed } from "../../stream/index.js";

/** Feeds the redacted exchanges of a recording to a stream. */
export type RecordingFeed = {
  readonly add: (redacted: Exchange) => void;
  /** Publishes what waits, for some seconds. Returns what is lost. */
  readonly close: () => Promise<readonly string[]>;
};

/** @param onNotice called with problems of the stream, once each */
export function startRecordingFeed(
  origin: string,
  settings: FeedSettings,
  onNotice: (text: string) => void,
): RecordingFeed {
  let last = "";
  let count = 0;
  const live = startApplicationFeed(origin, settings, {
    redact: (exchange) => exchange,
    // The proxy does not wait for this thread, unless far more waits than a turn takes.
    exchangesPerTurn: Number.POSITIVE_INFINITY,
    onError: (error) => {
      const text = `feed: ${error instanceof Error ? error.message : String(error)}`;
      if (text !== last) onNotice(text);
      last = text;
    },
  });
  return {
    add: (redacted) => {
      const { startedAt = "" } = redacted.origin;
      live.add({ ...redacted, origin: { ...createCapturedOrigin(live.source, count), startedAt } });
      count += 1;
    },
    close: async () => {
      const { waiting, lost } = await live.close();
      const { sampled, dropped } = live.countUnfed();
      if (waiting > 0)
        onNotice(`feed: chunks that wait in ${settings.bufferFolder} for the next recording: ${waiting}`);
      if (sampled > 0) onNotice(`feed: exchanges that the sample left out: ${sampled}`);
      if (dropped > 0) onNotice(`feed: exchanges that were dropped, because the buffer was full: ${dropped}`);
      return lost === 0 ? [] : [`the stream cannot be used, and no buffer is left: chunks that were not fed: ${lost}`];
    },
  };
}
