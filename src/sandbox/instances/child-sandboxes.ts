import type { AdminContext, ChildDirectory, ChildView } from "../admin/admin-route.js";
import type { DeliveryProfile } from "../delivery-urls/delivery-profile.js";
import { SandboxError } from "../sandbox-error.js";
import { type InstanceOptions, openInstance, type SandboxInstance } from "./open-instance.js";

/** The sandboxes below the addresses of a server. Each has a state of its own, in the memory of this process. */
export type ChildSandboxes = {
  /**
   * @param id The id in the path; random if undefined.
   * @throws SandboxError when the id is taken or there are too many
   */
  readonly create: (options: InstanceOptions, id?: string) => Promise<OpenedChild>;
  /** Finds the sandbox of a request target such as `/s/{id}/businesses`, and the target below it. */
  readonly route: (target: string) => { readonly instance: SandboxInstance; readonly target: string } | undefined;
  /** For the admin API. */
  readonly directory: ChildDirectory;
  readonly close: () => Promise<void>;
};

export type OpenedChild = ChildView & { readonly instance: SandboxInstance };

/** The server of the sandboxes. */
export type ChildServer = {
  readonly baseUrl: () => string;
  readonly billingUrl: () => string;
  readonly adminUrl: () => string;
  readonly createProfile: (deliveries: InstanceOptions["deliveries"]) => DeliveryProfile;
  readonly createId: () => string;
  /** The options of a sandbox that is created through the admin API. */
  readonly defaults: () => InstanceOptions;
  readonly adminAccess: Pick<AdminContext, "address" | "token">;
};

const MAX_CHILDREN = 200;
const BELOW_CHILD = /^\/s\/([a-z0-9-]{1,40})(\/.*)$/s;

export function createChildSandboxes(server: ChildServer): ChildSandboxes {
  const children = new Map<string, OpenedChild>();
  // An id is taken from the beginning of its creation to the end of its removal.
  const taken = new Set<string>();
  const create = async (options: InstanceOptions, id = server.createId()): Promise<OpenedChild> => {
    if (taken.has(id)) throw new SandboxError(`a sandbox ${id} exists`);
    if (taken.size >= MAX_CHILDREN)
      throw new SandboxError(`there are ${MAX_CHILDREN} sandboxes, which is the maximum: delete some first`);
    taken.add(id);
    const urls = {
      url: `${server.baseUrl()}/s/${id}`,
      billingUrl: `${server.billingUrl()}/s/${id}`,
      adminUrl: `${server.adminUrl()}/s/${id}`,
    };
    try {
      const instance = await openInstance(options, {
        baseUrl: () => urls.url,
        billingUrl: () => urls.billingUrl,
        deliveryProfile: server.createProfile(options.deliveries),
      });
      const child = { id, ...urls, demo: instance.demo, instance };
      children.set(id, child);
      instance.start();
      return child;
    } catch (error) {
      taken.delete(id);
      throw error;
    }
  };
  const remove = async (id: string): Promise<boolean> => {
    const child = children.get(id);
    if (child === undefined) return false;
    children.delete(id);
    await child.instance.close();
    taken.delete(id);
    return true;
  };
  const route: ChildSandboxes["route"] = (path) => {
    const [, id = "", target = ""] = BELOW_CHILD.exec(path) ?? [];
    const instance = children.get(id)?.instance;
    return instance === undefined ? undefined : { instance, target };
  };
  return {
    create,
    route,
    directory: {
      create: async ({ id, ...order }) => createView(await create({ ...server.defaults(), ...order }, id)),
      list: () => [...children.values()].map(createView),
      remove,
      route: (path) => {
        const found = route(path);
        if (found === undefined) return undefined;
        return { control: { ...found.instance.control, ...server.adminAccess }, path: found.target };
      },
    },
    close: async () => {
      await Promise.all([...children.keys()].map(remove));
    },
  };
}

function createView({ instance: _, ...view }: OpenedChild): ChildView {
  return view;
}
