import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The keys of a browser that subscribed: decrypts as RFC 8291 and RFC 8188 say, independently of the code under test. */
export class PushSubscriber {
  readonly #ecdh = createECDH("prime256v1");
  readonly auth = randomBytes(16);
  readonly p256dh = this.#ecdh.generateKeys();

  decrypt(body: Buffer): unknown {
    const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
    const sender = body.subarray(21, 21 + keyLength);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.p256dh, sender]);
    const key = Buffer.from(hkdfSync("sha256", this.#ecdh.computeSecret(sender), this.auth, info, 32));
    const derive = (text: string, bytes: number) => Buffer.from(hkdfSync("sha256", key, salt, text, bytes));
    const decipher = createDecipheriv(
      "aes-128-gcm",
      derive("Content-Encoding: aes128gcm\0", 16),
      derive("Content-Encoding: nonce\0", 12),
    );
    decipher.setAuthTag(body.subarray(-16));
    const record = Buffer.concat([decipher.update(body.subarray(21 + keyLength, -16)), decipher.final()]);
    if (record.at(-1) !== 2) throw new Error("the record has no delimiter of the last record");
    return JSON.parse(record.subarray(0, -1).toString());
  }
}
