import type { JetStreamManager, StreamConfig } from "@nats-io/jetstream";
import type { StreamLimits } from "./nats-options.js";
import { ARCHIVE, CHUNKS, formatChunkSubject, formatConsumerName, RESULTS } from "./subjects.js";

/** Creates the streams that are missing, and changes their settings to `limits`. */
export async function createStreams(
  manager: JetStreamManager,
  { replicas, maxBytes, keepDays, archiveDays, maxArchiveBytes, duplicateWindowMs }: StreamLimits,
): Promise<void> {
  const toDuration = (days: number | undefined): number | undefined => days && days * DAY;
  await createStream(
    manager,
    {
      name: CHUNKS,
      subjects: ["contract.chunks.*.*"],
      retention: "workqueue",
      discard: "new",
      max_bytes: DEFAULT_MAX_BYTES,
      // A chunk that is published again later is checked again, and counts once nevertheless.
      duplicate_window: 3600 * NANOSECONDS,
    },
    {
      num_replicas: replicas,
      max_bytes: maxBytes,
      duplicate_window: duplicateWindowMs && duplicateWindowMs * 1_000_000,
    },
  );
  await createStream(
    manager,
    { name: RESULTS, subjects: ["contract.results.*.*.*.*.*"], max_msgs_per_subject: 1 },
    { num_replicas: replicas, max_age: toDuration(keepDays) },
  );
  if (archiveDays === undefined) return;
  await createStream(
    manager,
    { name: ARCHIVE, subjects: ["contract.archive.*.*.*"], max_msgs_per_subject: 1, max_bytes: DEFAULT_MAX_BYTES },
    { num_replicas: replicas, max_age: toDuration(archiveDays), max_bytes: maxArchiveBytes },
  );
}

type NamedConfig = Partial<StreamConfig> & { readonly name: string };

/** Settings that are undefined keep their value. */
type WantedConfig = { readonly [Name in keyof StreamConfig]?: StreamConfig[Name] | undefined };

async function createStream(manager: JetStreamManager, defaults: NamedConfig, settings: WantedConfig): Promise<void> {
  const { name } = defaults;
  const isStated = ([, value]: readonly [string, unknown]): boolean => value !== undefined;
  const wanted: Partial<StreamConfig> = Object.fromEntries(Object.entries(settings).filter(isStated));
  const known = await manager.streams.info(name).catch(skipNotFound);
  if (known === undefined) await manager.streams.add({ ...defaults, ...wanted, storage: "file" });
  else if (hasOtherSettings(known.config, wanted)) await manager.streams.update(name, wanted);
}

/** Workers may start with the same options, without the right to change a stream. */
function hasOtherSettings(config: StreamConfig, wanted: Partial<StreamConfig>): boolean {
  return Object.entries(wanted).some(([name, value]) => Reflect.get(config, name) !== value);
}

/** Creates the consumer of the service. All its workers share it. */
export async function createConsumer(manager: JetStreamManager, service: string, waitMs: number): Promise<void> {
  const name = formatConsumerName(service);
  if ((await manager.consumers.info(CHUNKS, name).catch(skipNotFound)) !== undefined) return;
  await manager.consumers.add(CHUNKS, {
    durable_name: name,
    ack_policy: "explicit",
    ack_wait: waitMs * 1_000_000,
    filter_subject: formatChunkSubject(service, "*"),
    max_ack_pending: 10_000,
  });
}

export function skipNotFound(error: unknown): undefined {
  if (error instanceof Error && /not found/i.test(error.message)) return undefined;
  throw error;
}

const NANOSECONDS = 1_000_000_000;
const DAY = 86_400 * NANOSECONDS;
const DEFAULT_MAX_BYTES = 10 * 1024 ** 3;
