/** The parts of Node's `path` that the loader uses, for browsers, where a spec is one file. */
export const posix = {
  normalize: (path: string): string => path,
  dirname: (path: string): string => path.replace(/\/?[^/]*$/, "") || ".",
  join: (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("/"),
  isAbsolute: (path: string): boolean => path.startsWith("/"),
};

export const { dirname, isAbsolute, join } = posix;
export const basename = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
export const resolve = join;
export const relative = (_: string, to: string): string => to;
