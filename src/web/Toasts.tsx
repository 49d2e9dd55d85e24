import { Toast } from '@base-ui/react/toast';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect } from 'react';
import { showToastsWith, type Severity } from './toast.ts';

type Place = 'top' | 'bottom-left';

const toastManager = Toast.createToastManager();

/** The toasts that say the last word about each thing; they may be gone by now. */
const last = new Map<string, { type: Severity; ids: string[] }>();

/** At most 3 messages, 5 s each, waiting while the pointer or the focus is on them (spec §1). */
export default function Toasts({ place }: { place: Place }) {
  // Runs after the provider below has subscribed, so that nothing said early is lost.
  useEffect(
    () =>
      showToastsWith((type, description, about = description) => {
        // What says otherwise about the same is withdrawn: the screen contradicts itself nowhere. Ten successes in a row
        // are one message, told anew; a pile of them would lie over a phone's form. Each failure is told.
        const before = last.get(about) ?? { type, ids: [] };
        const overtaken = before.type !== type || type === 'success';
        if (overtaken) for (const id of before.ids) toastManager.close(id);
        // Announced politely: what is urgent also stands where it arose, as an alert.
        const id = toastManager.add({ type, description });
        last.set(about, { type, ids: overtaken ? [id] : [...before.ids, id] });
      }),
    [],
  );
  return (
    <Toast.Provider toastManager={toastManager} limit={3} timeout={5_000}>
      <GlobalStyles styles={besides[place]} />
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
  const { toasts, close } = Toast.useToastManager();
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
        </Alert>
      </Toast.Content>
    </Box>
  ));
}

// No dialog: it asks for nothing, and a page's dialogs stay the only ones.
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
  'bottom-left': { bottom: 16, left: 16, flexDirection: 'column-reverse' },
} as const;

const mark = 'data-toasts';
const room = 'calc(var(--toasts) + 32px)';

/**
 * Tells the styles below how high the messages are together. A dialog that is open when they go keeps the room it made
 * for them: somebody may be about to press one of its buttons.
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
 * No message lies over a dialog's title or its lowest button: a dialog makes room above and below, so that one that is
 * small enough stays where it is, and on a small screen on the messages' side alone. What takes the focus is scrolled
 * clear of the messages below it.
 */
const besides = {
  top: roomAt('marginTop'),
  'bottom-left': { ...roomAt('marginBottom'), [`[${mark}]`]: { scrollPaddingBottom: `calc(${room} + 8px)` } },
};

function roomAt(edge: 'marginTop' | 'marginBottom') {
  const every = (dialog: string) => `[${mark}] ${dialog}${dialog}, ${dialog}${dialog}[${mark}]`;
  return {
    '@media (min-width: 900px) and (min-height: 600px)': {
      [every('.MuiDialog-paper')]: { marginBlock: room, maxHeight: `calc(100% - 2 * ${room})` },
    },
    '@media (max-width: 899px), (max-height: 599px)': {
      [every('.MuiDialog-paper')]: { [edge]: room, maxHeight: `calc(100% - ${room} - 32px)` },
      [every('.MuiDialog-paperFullScreen')]: { maxHeight: `calc(100% - ${room})` },
    },
  };
}

const root = {
  transition: 'opacity 160ms, transform 160ms',
  '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(-8px)' },
  '&[data-limited]': { display: 'none' },
} as const;
