import {
  createContext,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { t } from "../../language/t.ts";
import { Icon } from "../icon.tsx";
import { placeMenu } from "./place-menu.ts";

type MenuProps = {
  trigger: ReactNode;
  /** The accessible label of a trigger without text. */
  label?: string;
  triggerClass?: string;
  /** For a menu that is created when its button is pressed. */
  isOpenAtFirst?: boolean;
  children: ReactNode;
};

const TRIGGER =
  "flex w-full items-center gap-2 rounded-lg border border-line px-3 py-1.5 text-start hover:border-line-strong";

/** Closes the menu, and returns the focus to its button. */
const CloseContext = createContext<() => void>(() => {});

/** A button that opens a menu of actions or options. */
export function Menu({ trigger, label, triggerClass = TRIGGER, isOpenAtFirst = false, children }: MenuProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    button.current?.focus();
    setOpen(false);
  };
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={triggerClass}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || isOpen) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {trigger}
      </button>
      {isOpen && (
        <CloseContext value={close}>
          <OpenMenu labelledBy={id} button={button} onDismiss={() => setOpen(false)}>
            {children}
          </OpenMenu>
        </CloseContext>
      )}
    </>
  );
}

type OpenMenuProps = {
  labelledBy: string;
  button: { readonly current: HTMLButtonElement | null };
  /** The user continues elsewhere, so the focus does not return. */
  onDismiss(): void;
  children: ReactNode;
};

/**
 * In the top layer of the browser, but in its place in the document: within the landmark of its button, and
 * without the hidden tab stops that a portal needs.
 */
function OpenMenu({ labelledBy, button, onDismiss, children }: OpenMenuProps) {
  const popup = useRef<HTMLDivElement>(null);
  const close = use(CloseContext);
  useLayoutEffect(() => {
    const { current: menu } = popup;
    if (!menu) return;
    const place = () => {
      const box = button.current?.getBoundingClientRect();
      if (!box) return;
      const room = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const { left, top } = placeMenu(box, menu.getBoundingClientRect(), room);
      Object.assign(menu.style, { left: `${left}px`, top: `${top}px` });
    };
    menu.showPopover();
    place();
    menuItems(menu)[0]?.focus();
    // The page behind the menu scrolls.
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  }, [button]);
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      const isOwn = [popup, button].some(
        ({ current }) => target instanceof Node && current?.contains(target),
      );
      if (!isOwn) onDismiss();
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    return () => document.removeEventListener("pointerdown", onPointerDown, true);
  }, [button, onDismiss]);

  return (
    <div
      ref={popup}
      role="menu"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      popover="manual"
      className="popup fixed inset-auto m-0 max-h-96 min-w-48 overflow-y-auto p-1.5 text-start text-base font-normal whitespace-normal text-ink outline-none"
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          close();
        } else if (event.key === "Tab") {
          // Then the browser moves the focus on from the button.
          close();
        } else if (moveFocus(event)) {
          event.preventDefault();
        }
      }}
    >
      {children}
    </div>
  );
}

function menuItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role=menuitem]")];
}

/** Moves the focus by the arrow keys, Home, End and the first letter. Returns whether the key was one of them. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  const items = menuItems(currentTarget);
  const at = items.findIndex((item) => item.matches(":focus"));
  const target = itemForKey(items, at, key);
  target?.focus();
  return target !== undefined;
}

function itemForKey(items: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  switch (key) {
    case "ArrowDown":
      return items[(at + 1) % items.length];
    case "ArrowUp":
      return items.at(at <= 0 ? -1 : at - 1);
    case "Home":
      return items[0];
    case "End":
      return items.at(-1);
  }
  if (key.length !== 1 || key === " ") return undefined;
  const next = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return next.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}

type MenuItemProps = { isChosen?: boolean; onChoose?(): void; href?: string; children: ReactNode };

export function MenuItem({ isChosen, onChoose, href, children }: MenuItemProps) {
  const close = use(CloseContext);
  const common = {
    role: "menuitem",
    tabIndex: -1,
    className:
      "flex w-full items-center justify-between gap-4 rounded-md px-2.5 py-1.5 text-start outline-hidden focus:bg-accent-ground",
    onPointerMove: ({ currentTarget }: PointerEvent<HTMLElement>) =>
      currentTarget.focus({ preventScroll: true }),
  };
  if (href !== undefined) {
    return (
      <a {...common} href={href} onClick={close}>
        {children}
      </a>
    );
  }
  return (
    <button
      {...common}
      type="button"
      onClick={() => {
        close();
        onChoose?.();
      }}
    >
      {children}
      {isChosen && <Icon name="check" />}
      {isChosen && <span className="sr-only">{t("(selected)")}</span>}
    </button>
  );
}

export function MenuSeparator() {
  return <hr className="my-1 border-line" />;
}
