import { z } from "zod";
import { page } from "../common/envelope.ts";
import { timestamp } from "../common/paging.ts";
import { readOnly } from "../common/read-only.ts";
import { orgIdField } from "../targets/target-fields.ts";

/** Own domains of a status page. */

/** A host name of at least two labels in ASCII; names in other scripts are written in Punycode. */
const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const DOMAIN_STATES = ["pending", "verified"] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

export const pageDomainCreate = z
  .strictObject({
    id: readOnly,
    org_id: orgIdField,
    host: z
      .string()
      .trim()
      .toLowerCase()
      .regex(HOST, "must be a host name such as status.example.com, without https:// and path")
      .meta({ description: "Host name, such as status.example.com" }),
  })
  .meta({ id: "PageDomainCreate" });
export type PageDomainCreate = z.output<typeof pageDomainCreate>;

export const pageDomainSchema = z
  .object({
    id: z.string(),
    page_id: z.string(),
    host: z.string(),
    state: z.enum(DOMAIN_STATES),
    records: z
      .array(z.object({ type: z.enum(["CNAME", "A", "TXT"]), name: z.string(), value: z.string() }))
      .meta({
        description:
          "DNS records: the domain needs the CNAME, or an address record of this server; the TXT record only if `error` says so",
      }),
    verification_url: z
      .string()
      .meta({ description: "Address at which this server must answer with `token`" }),
    token: z.string(),
    checked_at: timestamp.nullable(),
    verified_at: timestamp.nullable(),
    error: z.string().nullable().meta({ description: "Why the last check failed" }),
    created_at: timestamp,
  })
  .meta({ id: "PageDomain" });
export type PageDomain = z.output<typeof pageDomainSchema>;

export const pageDomainPage = page(pageDomainSchema);

export const pageDomainParams = z.object({ id: z.string(), domain_id: z.string() });
