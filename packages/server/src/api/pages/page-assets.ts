import type { FastifyReply, FastifyRequest } from "fastify";
import { ASSETS } from "./assets/assets.ts";
import { sendCopy } from "./send-copy.ts";
import { Copies } from "./store/copies.ts";

/** Sends the style sheet, the script or the icon of all pages. */
export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
): Promise<FastifyReply> {
  const asset = ASSETS.get(name);
  if (!asset) return reply.code(404).type("text/plain").send("not found");
  const copy = await compressed.get(name, () => asset);
  return sendCopy(request, reply, { copy, caching: request.url.includes("?v=") ? "immutable" : "public" });
}

const compressed = new Copies();
