import type { ImportBuilder } from "../building/import-builder.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import { providerChannel } from "./alert-providers.ts";
import type { GatusTexts } from "./gatus-texts.ts";

type ChannelRequest = {
  /** Key and name of the channel. */
  name: string;
  type: string;
  provider: DocumentObject;
};

/** The channels of the alerting providers: one for each provider, and one for each override. */
export class GatusChannels {
  readonly #alerting: DocumentObject;
  readonly #builder: ImportBuilder;
  readonly #texts: GatusTexts;
  readonly #channels = new Map<string, string | null>();

  constructor(alerting: DocumentObject, { builder, texts }: { builder: ImportBuilder; texts: GatusTexts }) {
    this.#alerting = alerting;
    this.#builder = builder;
    this.#texts = texts;
  }

  addAll(): void {
    for (const [type, provider] of Object.entries(this.#alerting)) {
      if (!isObject(provider)) {
        this.#builder.notMade({
          kind: "provider",
          key: type,
          name: type,
          reasons: ["It is not configured."],
        });
        continue;
      }
      this.#add({ name: type, type, provider });
      for (const override of listOf(provider.overrides).filter(isObject)) {
        const group = textOf(override.group) ?? "";
        this.#add({ name: nameOf(type, group), type, provider: { ...provider, ...override } });
      }
    }
  }

  defaultAlert(type: string): DocumentObject {
    return objectOf(objectOf(this.#alerting[type])["default-alert"]);
  }

  has(type: string): boolean {
    return isObject(this.#alerting[type]);
  }

  /** Returns the key of the channel that an alert of an endpoint notifies; null if it is not made. */
  channelFor(
    type: string,
    { group, key, override }: { group: string; key: string; override: unknown },
  ): string | null {
    const ofGroup = this.#channels.get(nameOf(type, group));
    const name = ofGroup === undefined ? type : nameOf(type, group);
    if (!isObject(override)) return this.#channels.get(name) ?? null;
    const provider = { ...objectOf(this.#alerting[type]), ...override };
    return this.#add({ name: `${type}-${key}`, type, provider });
  }

  #add({ name, type, provider }: ChannelRequest): string | null {
    const key = this.#builder.reserveKey("channel", name);
    const missing = this.#texts.missingIn(withoutAlerts(provider));
    const channel = providerChannel(type, provider, { name: `GATUS_${name}`, texts: this.#texts });
    const reasons =
      channel === null
        ? [`There is no channel of the type '${type}'. Use a webhook in its place.`]
        : missing.map((variable) => `The environment variable '${variable}' was not given.`);
    if (channel === null || (missing.length > 0 && channel.type !== "email")) {
      this.#builder.notMade({ kind: "channel", key, name, reasons });
      this.#channels.set(name, null);
      return null;
    }
    const { type: channelType, config } = channel;
    const isMade = this.#builder.add({
      kind: "channel",
      key,
      name,
      fields: { type: channelType, config },
      reasons: channel.reasons,
    });
    this.#channels.set(name, isMade ? key : null);
    return isMade ? key : null;
  }
}

function nameOf(type: string, group: string): string {
  return group === "" ? type : `${type}-${group}`;
}

function withoutAlerts({
  overrides: _others,
  "default-alert": _alert,
  ...provider
}: DocumentObject): DocumentObject {
  return provider;
}
