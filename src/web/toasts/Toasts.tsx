import { Toast } from '@base-ui/react/toast';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect } from 'react';
import { showToastsWith, type Severity } from './toast.ts';

type Place = 'top' | 'bottom-left';

/** What the button of a message undoes. */
interface Data {
  undo?: (() => void) | undefined;
}

const toastManager = Toast.createToastManager<Data>();

/** How long a change can be undone, in ms; the mails about it wait as long (reference 11.7). */
const undoTimeout = 60_000;

/** The latest toasts about each subject; they may have closed by now. */
const last = new Map<string, { type: Severity; ids: string[] }>();

/**
 * At most 3 messages, 5 s each or 60 with 'Rückgängig', waiting while the pointer or the focus is on them (reference
 * 1.7).
 */
export default function Toasts({ place }: { place: Place }) {
  // Runs after the provider below has subscribed, so that no early message is lost.
  useEffect(
    () =>
      showToastsWith((type, description, about = description, undo) => {
        // Older toasts that contradict this one are closed. Repeated successes replace each other, since a pile of them
        // would cover a phone's form; failures are all kept.
        const before = last.get(about) ?? { type, ids: [] };
        const replaces = before.type !== type || type === 'success';
        if (replaces) for (const id of before.ids) toastManager.close(id);
        // Announced politely: what is urgent is also shown where it arose, as an alert.
        const id = toastManager.add({ type, description, ...(undo && { timeout: undoTimeout, data: { undo } }) });
        last.set(about, { type, ids: replaces ? [id] : [...before.ids, id] });
      }),
    [],
  );
  return (
    <Toast.Provider toastManager={toastManager} limit={3} timeout={5_000}>
      <GlobalStyles styles={dialogMargins[place]} />
      <Toast.Portal>
        <Box
          component={Toast.Viewport}
          className="no-print"
          ref={measure}
          aria-label="Meldungen"
          sx={{ ...viewport, ...places[place] }}
        >
          <ToastList />
        </Box>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts, close } = Toast.useToastManager<Data>();
  return toasts.map((toast) => (
    <Box
      component={Toast.Root}
      key={toast.id}
      toast={toast}
      {...named}
      aria-hidden={false}
      swipeDirection={['up', 'left', 'right']}
      sx={root}
    >
      <Toast.Content>
        <Alert
          role="presentation"
          severity={(toast.type ?? 'info') as Severity}
          onClose={() => close(toast.id)}
          closeText="Meldung schließen"
          sx={{ alignItems: 'center', boxShadow: 8, border: 1, borderColor: 'divider' }}
        >
          <Toast.Description render={<div />}>{toast.description}</Toast.Description>
          {toast.data?.undo && (
            <Button
              size="small"
              color="inherit"
              sx={{ mt: 1, ml: -1 }}
              onClick={() => {
                close(toast.id);
                toast.data?.undo?.();
              }}
            >
              Rückgängig
            </Button>
          )}
        </Alert>
      </Toast.Content>
    </Box>
  ));
}

// The library's role would be 'dialog', but a toast asks for nothing; tests and screen readers look for real dialogs.
const named = { role: 'group', 'aria-label': 'Meldung', 'aria-modal': undefined };

const viewport = {
  position: 'fixed',
  zIndex: 'tooltip',
  display: 'flex',
  gap: 2,
  width: 'min(440px, calc(100vw - 32px))',
} as const;

const places = {
  top: { top: 16, left: '50%', transform: 'translateX(-50%)', flexDirection: 'column' },
  'bottom-left': { bottom: 'calc(16px + var(--dock, 0px))', left: 16, flexDirection: 'column-reverse' },
} as const;

const mark = 'data-toasts';
const room = 'calc(var(--toasts) + 32px)';
/** Messages at the bottom are above the bar of a phone. */
const roomAboveBar = 'calc(var(--toasts) + 32px + var(--dock, 0px))';

/**
 * Passes the total height of the messages to the styles below. A dialog that is open when they disappear keeps its
 * margins: somebody may be about to press one of its buttons.
 */
function measure(messages: HTMLElement) {
  const { documentElement: root } = document;
  const observer = new ResizeObserver(() => {
    const height = messages.offsetHeight;
    if (height > 0) root.style.setProperty('--toasts', `${height}px`);
    else if (root.hasAttribute(mark))
      for (const dialog of document.querySelectorAll('.MuiDialog-paper')) dialog.setAttribute(mark, '');
    root.toggleAttribute(mark, height > 0);
  });
  observer.observe(messages);
  return () => observer.disconnect();
}

/**
 * Keeps messages off a dialog's title and its lowest button: the dialog gets a margin above and below, so that a small
 * one does not move, and on a small screen only where the messages are. An element that takes the focus is scrolled
 * clear of messages at the bottom.
 */
const dialogMargins = {
  top: roomAt('marginTop', room),
  'bottom-left': {
    ...roomAt('marginBottom', roomAboveBar),
    [`[${mark}]`]: { scrollPaddingBottom: `calc(${roomAboveBar} + 8px)` },
  },
};

function roomAt(edge: 'marginTop' | 'marginBottom', space: string) {
  const every = (dialog: string) => `[${mark}] ${dialog}${dialog}, ${dialog}${dialog}[${mark}]`;
  return {
    '@media (min-width: 900px) and (min-height: 600px)': {
      [every('.MuiDialog-paper')]: { marginBlock: space, maxHeight: `calc(100% - 2 * ${space})` },
    },
    '@media (max-width: 899px), (max-height: 599px)': {
      [every('.MuiDialog-paper')]: { [edge]: space, maxHeight: `calc(100% - ${space} - 32px)` },
      [every('.MuiDialog-paperFullScreen')]: { maxHeight: `calc(100% - ${space})` },
    },
  };
}

const root = {
  transition: 'opacity 160ms, transform 160ms',
  '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(-8px)' },
  '&[data-limited]': { display: 'none' },
} as const;
