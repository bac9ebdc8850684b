import { openStream, type StreamOptions } from "../open-stream.js";
import { type LiveFeedOptions, startLiveFeed } from "./live-feed.js";
import { REAL_MACHINE } from "./real-machine.js";

/** Where and how an application feeds its exchanges. They contain only plain data, so that a thread can get them. */
export type FeedSettings = Partial<Omit<StreamOptions, "url">> & {
  /** The NATS server, such as `nats://127.0.0.1:4222`. */
  readonly feed: string;
  /** A directory for chunks while the server is away. Without it, up to 16 MB stay in memory. */
  readonly bufferFolder?: string | undefined;
  /** The maximum size of that directory. Default: 256 MB. */
  readonly maxBufferBytes?: number | undefined;
  /** The share of exchanges to feed, such as 0.1. The report counts the others. Default: 1. */
  readonly sample?: number | undefined;
};

type FeedHandlers = Pick<LiveFeedOptions, "redact" | "onError" | "exchangesPerTurn">;

/** Starts to feed the exchanges of this process. `source` names the process in findings. */
export function startApplicationFeed(origin: string, settings: FeedSettings, handlers: FeedHandlers) {
  const { feed, service = "default", bufferFolder, maxBufferBytes = MAX_DISK, sample = 1 } = settings;
  const source = `${origin}#${REAL_MACHINE.createName()}`;
  const live = startLiveFeed({
    ...handlers,
    ...{ source, sample, now: REAL_MACHINE.now, random: REAL_MACHINE.random },
    open: () => openStream({ ...settings, url: feed, service }),
    buffer: { folder: bufferFolder, maxMemoryBytes: MAX_MEMORY, maxDiskBytes: maxBufferBytes },
  });
  return { ...live, source };
}

const MAX_DISK = 256 * 1024 * 1024;
const MAX_MEMORY = 16 * 1024 * 1024;
