import { spawn } from "node:child_process";
import { createHash, createPublicKey, diffieHellman, generateKeyPairSync, sign, verify } from "node:crypto";
import { createSocket } from "node:dgram";
import { request } from "node:http";
import http2 from "node:http2";
import { connect } from "node:net";
import tls from "node:tls";
import type { Conversation } from "./record.ts";

/*
 * The least that a client of each protocol costs: the bytes of one recorded check again, on a connection of its own,
 * and nothing read but that the server has answered. Where Node has a client of the protocol (HTTP, HTTP/2, TLS), that.
 */

/** One conversation with a server. */
export type Work = () => Promise<void>;

/** The last bytes of an answer that show that it is complete. */
const LAST_BYTES = 2;

/** Sends the bytes of the client again, each after the answer before it. `compute` is what the client has to calculate. */
export function talk(port: number, conversation: Conversation, compute?: () => void): Work {
  return () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      let turn = 0;
      let isDone = false;
      const proceed = () => {
        for (; conversation[turn]?.from === "client"; turn += 1) {
          const { bytes = "" } = conversation[turn] ?? {};
          if (turn === conversation.length - 1) socket.end(bytes);
          else socket.write(bytes);
        }
        if (turn < conversation.length) return;
        isDone = true;
        compute?.();
        if (!socket.writableEnded) socket.destroy();
        resolve();
      };
      socket.on("connect", proceed);
      socket.on("data", (chunk: Buffer) => {
        const expected = conversation[turn];
        if (isDone || !expected || !chunk.subarray(-LAST_BYTES).equals(expected.bytes.subarray(-LAST_BYTES)))
          return;
        turn += 1;
        proceed();
      });
      socket.on("error", reject);
      socket.on("close", () => reject(new Error(`the server at port ${port} closed the connection early`)));
    });
}

/** Sends each datagram again and waits for one in return. */
export function exchangeDatagrams(port: number, conversation: Conversation): Work {
  const requests = conversation.filter(({ from }) => from === "client");
  return () =>
    new Promise((resolve, reject) => {
      const socket = createSocket("udp4");
      let sent = 0;
      const next = () => {
        const { bytes } = requests[sent] ?? {};
        if (bytes === undefined) {
          socket.close();
          resolve();
          return;
        }
        sent += 1;
        socket.send(bytes, port, "127.0.0.1");
      };
      socket.on("message", next).on("error", reject);
      next();
    });
}

/** Requests the same path with the same headers. */
export function requestHttp(port: number, conversation: Conversation): Work {
  const [head = ""] = (conversation[0]?.bytes.toString("latin1") ?? "").split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const [method = "GET", path = "/"] = line.split(" ");
  const headers = Object.fromEntries(lines.map((each) => each.split(/: (.*)/).slice(0, 2)));
  const options = { host: "127.0.0.1", port, method, path, headers, agent: false } as const;
  return () =>
    new Promise((resolve, reject) => {
      const asked = request(options, (response) => response.resume().on("end", resolve));
      asked.on("error", reject).end();
    });
}

export function callGrpc(port: number): Work {
  // No name of a service: an empty message, which is one byte for "not compressed" and four for its length.
  const message = Buffer.alloc(5);
  const path = "/grpc.health.v1.Health/Check";
  const headers = { ":method": "POST", ":path": path, te: "trailers", "content-type": "application/grpc" };
  return () =>
    new Promise((resolve, reject) => {
      const session = http2.connect(`http://127.0.0.1:${port}`).on("error", reject);
      const stream = session.request(headers).on("error", reject);
      stream.resume().on("end", () => {
        session.destroy();
        resolve();
      });
      stream.end(message);
    });
}

export function shakeHands(port: number): Work {
  const secureContext = tls.createSecureContext();
  return () =>
    new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, secureContext, rejectUnauthorized: false };
      const socket = tls.connect(options, () => {
        socket.destroy();
        resolve();
      });
      socket.on("error", reject);
    });
}

export function runPing(): Work {
  return () =>
    new Promise((resolve, reject) => {
      const child = spawn("/usr/bin/ping", ["-n", "-c", "1", "-W", "5", "127.0.0.1"], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      child.stdout.resume();
      child.on("error", reject).on("close", (code) => {
        if (code === 0) resolve();
        else reject(new Error(`ping ended with ${code}`));
      });
    });
}

/** The cryptography of a key exchange of SSH with X25519 and a host key of Ed25519. */
export function keyExchange(): () => void {
  const theirs = generateKeyPairSync("x25519").publicKey;
  const host = generateKeyPairSync("ed25519");
  const jwk = host.publicKey.export({ format: "jwk" });
  const signed = Buffer.alloc(32, 1);
  const signature = sign(null, signed, host.privateKey);
  return () => {
    const ours = generateKeyPairSync("x25519");
    const secret = diffieHellman({ publicKey: theirs, privateKey: ours.privateKey });
    createHash("sha256").update(secret).digest();
    if (!verify(null, signed, createPublicKey({ key: jwk, format: "jwk" }), signature))
      throw new Error("the signature is wrong");
  };
}
