import { Brand } from "../../components/brand.tsx";
import type { Snapshot } from "./monitor-store.ts";
import "./top-bar.css";

const CONNECTIONS: Record<Snapshot["connection"], { word: string; hint: string }> = {
  connecting: { word: "Connecting …", hint: "The live connection is being opened." },
  live: { word: "Live", hint: "Changes appear here as they happen." },
  lost: { word: "Reconnecting …", hint: "The live connection was lost; what you see may be old." },
};

export function TopBar({ connection, onSignOut }: { connection: Snapshot["connection"]; onSignOut(): void }) {
  const { word, hint } = CONNECTIONS[connection];
  return (
    <header className="top-bar">
      <Brand />
      <span className={`connection connection-${connection}`} title={hint} role="status">
        {word}
      </span>
      <a href="/docs">API</a>
      <button type="button" className="quiet" onClick={onSignOut}>
        Sign out
      </button>
    </header>
  );
}
