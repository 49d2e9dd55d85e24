import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import Portal from '@mui/material/Portal';
import { keyframes } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { waitForPressEnd } from '../mousePress.ts';
import { useMinWidth } from '../useMinWidth.ts';
import { keepClearBelow } from './keepClear.ts';
import { useSwipe } from './swipe.ts';
import { countNewer, fadeTime, normalDuration, useCountdown, useMessages, type Message } from './messages.ts';
import { usePause } from './pause.ts';
import { useToastFocus } from './toastFocus.ts';

/**
 * Where messages are: at the top centre, there on the header where its middle is free on wide screens, or at the bottom
 * left.
 */
type Position = 'top' | 'header' | 'bottom-left';

/** The maximum number of messages shown. Older ones are hidden until newer ones close. */
const maxShown = 3;

/**
 * Shows at most 3 messages, each for 5 s, or for 60 s with 'Rückgängig'. The countdown pauses while the pointer or the
 * focus is on the messages. Narrow screens have one at a place: at the bottom that with 'Rückgängig', at the top the
 * latest other (reference 1.7).
 */
export default function Toasts({ position }: { position: Position }) {
  return (
    <>
      <GlobalStyles styles={dialogMargins[position]} />
      <GlobalStyles styles={spaceBelow} />
      <Portal>
        <ToastArea position={position} />
      </Portal>
    </>
  );
}

function ToastArea({ position }: { position: Position }) {
  const area = useRef<HTMLDivElement>(null);
  const { messages, close, remove } = useMessages();
  const isEmpty = messages.every(({ isFadingOut }) => isFadingOut);
  const focus = useToastFocus(area, isEmpty);
  const pause = usePause(area, isEmpty);
  const isWide = useMinWidth(900);
  useEffect(() => (area.current ? watchHeight(area.current) : undefined), []);
  return (
    <Box
      ref={area}
      className="no-print"
      role="region"
      aria-label="Meldungen"
      // Announced politely, because an urgent message is also shown as an alert where it arose.
      aria-live="polite"
      aria-relevant="additions text"
      tabIndex={-1}
      onMouseMove={pause.onMouseMove}
      onMouseLeave={pause.onMouseLeave}
      onFocus={pause.onFocus}
      onBlur={pause.onBlur}
      onKeyDown={focus.onKeyDown}
      sx={{ ...areaStyle, ...positions[position] }}
    >
      {messages.map((message) => {
        const hidden = isWide
          ? countNewer(messages, message) >= maxShown
          : countNewer(messages, message, position !== 'bottom-left') >= 1;
        // What went wrong is shown again once a later message has gone.
        const waits = hidden && !isWide && message.severity !== 'success';
        return (
          <Toast
            key={message.id}
            message={message}
            hidden={hidden}
            paused={pause.isPaused || waits}
            onClose={(toast) => {
              focus.moveFocusFrom(toast);
              close(message.id);
            }}
            onFadedOut={() => remove(message.id)}
          />
        );
      })}
    </Box>
  );
}

interface ToastProps {
  message: Message;
  hidden: boolean;
  paused: boolean;
  onClose: (toast: HTMLElement | null) => void;
  /** Called once the message has faded out. */
  onFadedOut: () => void;
}

function Toast({ message, hidden, paused, onClose, onFadedOut }: ToastProps) {
  const { id, severity, text, undo, isFadingOut, duration } = message;
  const toast = useRef<HTMLDivElement>(null);
  const close = () => onClose(toast.current);
  const swipe = useSwipe(close);
  const [isRead, setIsRead] = useState(false);
  useCountdown(isFadingOut ? fadeTime : duration, paused && !isFadingOut, isFadingOut ? onFadedOut : close);
  useCountdown(normalDuration, paused, () => setIsRead(true));
  const hasUndo = undo !== undefined;
  useEffect(() => (hasUndo && toast.current ? keepClearBelow(toast.current) : undefined), [hasUndo]);
  return (
    <Box
      ref={toast}
      // Not a dialog, because a toast requires no reply, and tests and screen readers look for real dialogs.
      role="group"
      aria-label="Meldung"
      aria-describedby={`toast-${id}`}
      aria-hidden={false}
      tabIndex={0}
      inert={hidden}
      data-leaving={isFadingOut || undefined}
      className={undo && (isRead ? 'undo-message read' : 'undo-message')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
      onPointerDown={swipe.onPointerDown}
      onPointerMove={swipe.onPointerMove}
      onPointerUp={swipe.onPointerUp}
      onPointerCancel={swipe.onPointerCancel}
      sx={hidden ? { display: 'none' } : toastStyle}
    >
      <Alert
        role="presentation"
        severity={severity}
        onClose={close}
        closeText="Meldung schließen"
        sx={undo ? undoAlertStyle : alertStyle}
      >
        <div id={`toast-${id}`}>{text}</div>
        {undo && (
          <Button
            size="small"
            color="inherit"
            onClick={() => {
              close();
              undo();
            }}
          >
            Rückgängig
          </Button>
        )}
      </Alert>
    </Box>
  );
}

const undoMessage = '.undo-message:not([data-leaving])';
/** Keeps focused elements and the end of the page clear of a message at the bottom of a narrow screen. */
const spaceBelow = {
  '@media (max-width: 899px)': {
    [`html:has(${undoMessage})`]: {
      scrollPaddingBottom: 'calc(24px + var(--undo-message, 0px) + var(--connection-notice, 0px) + var(--dock, 0px))',
    },
    [`html:has(${undoMessage}) #root`]: {
      paddingBottom: 'calc(24px + var(--undo-message, 0px) + var(--connection-notice, 0px) + var(--dock, 0px))',
    },
  },
} as const;

// What lies between the messages can be used.
const areaStyle = { position: 'fixed', zIndex: 'tooltip', display: 'flex', gap: 2, pointerEvents: 'none' } as const;

const alertStyle = {
  alignItems: 'center',
  py: 0,
  boxShadow: 8,
  border: 1,
  borderColor: 'divider',
  '& .MuiAlert-message': { flexGrow: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4 },
  // 'Rückgängig' is on the line of the message if there is room.
  '& .MuiAlert-message .MuiButton-root': { ml: { xs: -1, md: 'auto' }, my: { xs: 0, md: -1 } },
  '& .MuiAlert-message, & .MuiAlert-action': { py: { md: 1 } },
} as const;

/** With 'Rückgängig' a message has two lines on wide screens, so that it covers the header alone. */
const undoAlertStyle = {
  ...alertStyle,
  '@media (min-width: 900px)': {
    '& .MuiAlert-message': { flexWrap: 'nowrap' },
    '& .MuiAlert-message > div': {
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: '2',
      overflow: 'hidden',
    },
  },
} as const;

const narrowWidth = 'min(440px, calc(100vw - 32px))';
const topPosition = {
  // Up to 900 px, a message of two lines covers the header alone. On wide screens it is below the header, and beside
  // the page's title, which is at the left.
  top: { xs: 4, md: 80 },
  // Not by a transform, since a message that was read is fixed to the edge of the screen.
  insetInline: 0,
  mx: 'auto',
  width: narrowWidth,
  flexDirection: 'column',
  // A dialog needs the height, and the header behind it cannot be used.
  'body:has(.MuiDialog-root) &': { top: 16 },
} as const;
const positions = {
  top: topPosition,
  // From 900 px on, a message covers only the middle of the header, where nothing can be used.
  header: {
    ...topPosition,
    top: { xs: 4, md: 6 },
    width: { xs: narrowWidth, md: 'min(600px, calc(100vw - 480px))' },
  },
  // `--dock` is the height of the bar at the bottom of a phone's screen (base.css).
  'bottom-left': {
    bottom: 'calc(16px + var(--dock, 0px))',
    left: 16,
    flexDirection: 'column-reverse',
    width: narrowWidth,
  },
} as const;

const toastAttribute = 'data-toasts';
const toastSpace = 'calc(var(--toasts) + 32px)';
/** Messages at the bottom of a phone's screen are above its bar. */
const toastSpaceAboveBar = 'calc(var(--toasts) + 32px + var(--dock, 0px))';

/**
 * Sets the total height of the messages for the styles below. A dialog that is open when the messages disappear keeps
 * its margins for them, since the user may be about to press one of its buttons.
 */
function watchHeight(messages: HTMLElement) {
  const { documentElement: root } = document;
  const setHeight = () => {
    const height = messages.offsetHeight;
    if (height > 0) root.style.setProperty('--toasts', `${height}px`);
    else if (root.hasAttribute(toastAttribute))
      for (const dialog of document.querySelectorAll('.MuiDialog-paper')) dialog.setAttribute(toastAttribute, '');
    root.toggleAttribute(toastAttribute, height > 0);
  };
  // If a dialog moved while one of its buttons is pressed, the click would be lost.
  const observer = new ResizeObserver(() => void waitForPressEnd().then(setHeight));
  observer.observe(messages);
  return () => observer.disconnect();
}

/**
 * The styles that keep messages from covering a dialog's title or lowest button. The dialog gets equal margins above
 * and below, so that a small dialog does not move; on a small screen it only gets a margin where the messages are. A
 * focused element is scrolled clear of messages at the bottom.
 */
const dialogMargins = {
  top: dialogMargin('marginTop', toastSpace),
  header: dialogMargin('marginTop', toastSpace),
  'bottom-left': {
    ...dialogMargin('marginBottom', toastSpaceAboveBar),
    [`[${toastAttribute}]`]: { scrollPaddingBottom: `calc(${toastSpaceAboveBar} + 8px)` },
  },
};

function dialogMargin(edge: 'marginTop' | 'marginBottom', space: string) {
  const selector = (dialog: string) => `[${toastAttribute}] ${dialog}${dialog}, ${dialog}${dialog}[${toastAttribute}]`;
  return {
    '@media (min-width: 900px) and (min-height: 600px)': {
      [selector('.MuiDialog-paper')]: { marginBlock: space, maxHeight: `calc(100% - 2 * ${space})` },
    },
    '@media (max-width: 899px), (max-height: 599px)': {
      [selector('.MuiDialog-paper')]: { [edge]: space, maxHeight: `calc(100% - ${space} - 32px)` },
      [selector('.MuiDialog-paperFullScreen')]: { maxHeight: `calc(100% - ${space})` },
    },
  };
}

const appear = keyframes`from { opacity: 0; transform: translateY(-8px); }`;

/** A dialog or sheet that is not fading out. */
const openLayer = '.MuiDialog-container:not([style*="opacity: 0"]), .MuiDrawer-root';
/** A menu, or the list of a field. */
const openList = '.MuiPopover-root:not(.MuiModal-hidden), .MuiAutocomplete-popper';

const toastStyle = {
  pointerEvents: 'auto',
  animation: `${appear} ${fadeTime}ms`,
  transition: `opacity ${fadeTime}ms, transform ${fadeTime}ms`,
  // Lets a swipe move the message instead of scrolling the page.
  touchAction: 'none',
  '&[data-leaving]': { opacity: 0, transform: 'translateY(-8px)' },
  // On narrow screens, a message with 'Rückgängig' stays long and is acted on, so it is at the bottom, where the thumb is
  // and it covers neither the header nor the title. While a dialog or sheet is open, whose buttons are there, it is at the
  // top until it was read, and then hidden. It is hidden behind a list of choices as well.
  '@media (max-width: 899px)': {
    [`body:not(:has(${openLayer})) &.undo-message, &.undo-message.read`]: {
      position: 'fixed',
      bottom: 'calc(16px + var(--dock, 0px) + max(var(--connection-notice, 0px), var(--keyboard, 0px)))',
      insetInline: 0,
      mx: 'auto',
      width: narrowWidth,
    },
    [`body:has(${openLayer}) &.undo-message.read, body:has(${openList}) &.undo-message`]: { visibility: 'hidden' },
  },
} as const;
