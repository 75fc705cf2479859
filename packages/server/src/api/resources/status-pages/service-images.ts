import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { PAGE_IMAGES, type PageImage } from "@vedette/contract/status-pages/status-words.ts";
import { audit } from "../../../pipeline/audit/audit.ts";
import { deleteImage, saveImage } from "../../../pipeline/status-pages/domains/domain-queries.ts";
import { checkImage, ImageError } from "../../../pipeline/status-pages/images/check-image.ts";
import { badFields, notFound } from "../../../platform/kernel/errors.ts";
import { getPage, lockPage, type PageWriteContext } from "./page-context.ts";
import { change, getStatusPage } from "./service.ts";

/** Logos and favicon of a status page. */

/** Enough to distinguish one image from the next. */
const HASH_LENGTH = 12;

/** Reads an uploaded file, which the form limits in size. */
export async function readUpload(file: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns the image that a path names. Called before the file is read. */
export async function getImageOf(
  ctx: Pick<PageWriteContext, "db" | "orgId">,
  { pageId, name }: { pageId: string; name: string },
): Promise<PageImage> {
  await getPage(ctx, pageId);
  const image = PAGE_IMAGES.find((one) => one === name);
  if (!image) throw notFound("image");
  return image;
}

export async function replaceImage(
  ctx: PageWriteContext,
  { pageId, image, file }: { pageId: string; image: PageImage; file: Buffer },
): Promise<StatusPage> {
  const { contentType, content } = readImage(image, file);
  const page = await lockPage(ctx, pageId);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, HASH_LENGTH);
  await saveImage(ctx.db, ctx.orgId, { pageId: page.id, image, contentType, content, hash });
  await change(ctx, page, {});
  await log(ctx, page.id, { image, content_type: contentType, bytes: content.length });
  return getStatusPage(ctx, page.id);
}

/** Does nothing if the page has no such image. */
export async function removeImage(
  ctx: PageWriteContext,
  { pageId, name }: { pageId: string; name: string },
): Promise<StatusPage> {
  const image = await getImageOf(ctx, { pageId, name });
  const page = await lockPage(ctx, pageId);
  if ((await deleteImage(ctx.db, ctx.orgId, { pageId: page.id, image })) > 0) {
    await change(ctx, page, {});
    await log(ctx, page.id, { image, content_type: null, bytes: 0 });
  }
  return getStatusPage(ctx, page.id);
}

function readImage(image: PageImage, file: Buffer) {
  try {
    const checked = checkImage(file);
    if (image === "favicon" && checked.contentType !== "image/png") throw new ImageError("must be a PNG");
    return checked;
  } catch (error) {
    if (error instanceof ImageError) throw badFields([{ path: "file", message: error.message }], error);
    throw error;
  }
}

function log(ctx: PageWriteContext, id: string, after: Record<string, unknown>): Promise<void> {
  return audit(ctx, { action: "status_page.update_image", target: { type: "status_page", id }, after });
}
