import { defineCollection } from "astro:content";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import { z } from "astro/zod";

const field = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header", "cookie"]),
  required: z.boolean(),
  value: z.string(),
});

/** What the form "Try it" needs of an operation. */
const request = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  servers: z.array(z.string()),
  fields: z.array(field),
  authorization: z.boolean(),
  contentType: z.string().optional(),
  body: z.string().optional(),
});

export const collections = {
  docs: defineCollection({
    loader: docsLoader({ generateId: ({ entry }) => entry.replace(/\.md$/, "") }),
    schema: docsSchema({ extend: z.object({ request: request.optional() }) }),
  }),
};
