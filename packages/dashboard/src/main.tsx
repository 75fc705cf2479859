import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import "./styles/theme.css";
import "./styles/elements.css";
import "./styles/parts.css";

/**
 * The web interface. It is a client of the public API like any other: what it can do, the contract
 * says, and of the server behind it nothing is known here.
 */
const root = document.getElementById("app");
if (!root) throw new Error("index.html has lost its #app");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
