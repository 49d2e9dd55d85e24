import Box from '@mui/material/Box';
import { visuallyHidden } from '../../../../../web/ui/layout/visuallyHidden.ts';
import type { Run, TextChange } from '../../text-blocks.adapter.ts';

interface Props {
  runs: readonly Run[];
  /** Whether each change can get the focus, so that a button can move there. */
  areFocusable?: boolean;
}

/** Shows pieces of text. What was changed has a sign and a line as well as a colour, and a word for screen readers. */
export function Runs({ runs, areFocusable = true }: Props) {
  return runs.map((run, index) =>
    run.change ? (
      <ChangedRun
        key={index}
        run={run}
        change={run.change}
        // Of several changes in a row, the first one gets the focus.
        isFocusable={areFocusable && !runs[index - 1]?.change}
      />
    ) : (
      <PlainRun key={index} run={run} />
    ),
  );
}

function PlainRun({ run: { text, isBold, isItalic, isCommented } }: { run: Run }) {
  return (
    <Box
      component={isCommented ? 'mark' : 'span'}
      sx={isCommented ? commentedStyle : {}}
      style={{ ...(isBold && { fontWeight: 700 }), ...(isItalic && { fontStyle: 'italic' }) }}
    >
      {text}
    </Box>
  );
}

function ChangedRun({ run, change, isFocusable }: { run: Run; change: TextChange; isFocusable: boolean }) {
  const { element, sign, spoken } = looks[change];
  // Stays on one line with the sign.
  const beginning = /^\s*\S?/u.exec(run.text)?.[0] ?? '';
  return (
    <Box
      component={element}
      sx={element === 'ins' ? insertedStyle : deletedStyle}
      {...(run.origin && { title: run.origin })}
      {...(isFocusable && focusableChange)}
    >
      <Box component="span" sx={{ whiteSpace: 'pre' }}>
        <Box component="span" aria-hidden sx={signStyle}>
          {sign}
        </Box>
        <Box component="span" sx={spokenStyle}>{` (${spoken}: `}</Box>
        <PlainRun run={{ ...run, text: beginning }} />
      </Box>
      <PlainRun run={{ ...run, text: run.text.slice(beginning.length) }} />
      <Box component="span" sx={spokenStyle}>
        {') '}
      </Box>
    </Box>
  );
}

/** The attributes of the elements that a reader can move to: the beginning of a change, and a comment. */
export const focusableChange = { tabIndex: -1, 'data-change': '' } as const;
export const focusableComment = { tabIndex: -1, 'data-comment': '' } as const;
/** The attribute of the parts of the change, or of the comment, that a reader has moved to. */
export const currentAttribute = 'data-current';

/** How each kind of change looks and is spoken. */
const looks = {
  inserted: { element: 'ins', sign: '+', spoken: 'eingefügt' },
  deleted: { element: 'del', sign: '−', spoken: 'gelöscht' },
  movedFrom: { element: 'del', sign: '↕', spoken: 'von hier verschoben' },
  movedTo: { element: 'ins', sign: '↕', spoken: 'hierher verschoben' },
} as const satisfies Record<TextChange, object>;

/** An outline would also enclose the text for screen readers. Forced colours draw no shadows. */
export const currentStyle = {
  [`&:focus, &[${currentAttribute}]`]: {
    boxShadow: '0 0 0 2px var(--mui-palette-primary-main)',
    '@media (forced-colors: active)': { outline: '2px solid' },
  },
} as const;
const changedStyle = {
  position: 'relative',
  borderRadius: '4px',
  px: '0.15em',
  boxDecorationBreak: 'clone',
  scrollMarginBlock: '4em',
  outline: 'none',
  ...currentStyle,
} as const;
const insertedStyle = {
  ...changedStyle,
  color: 'success.main',
  bgcolor: 'color-mix(in srgb, currentcolor 9%, transparent)',
  textDecoration: 'underline 2px',
  textUnderlineOffset: '0.2em',
} as const;
const deletedStyle = {
  ...changedStyle,
  color: 'error.main',
  bgcolor: 'color-mix(in srgb, currentcolor 7%, transparent)',
  textDecoration: 'line-through 1.5px',
} as const;
/** Copied text is without signs. An inline block has no line of the text around it. */
const signStyle = { display: 'inline-block', fontWeight: 700, pr: '0.1em', userSelect: 'none' } as const;
const spokenStyle = { ...visuallyHidden, userSelect: 'none' } as const;
const commentedStyle = {
  bgcolor: 'Alert.warningStandardBg',
  color: 'inherit',
  borderBottom: '2px dotted',
  borderColor: 'warning.main',
} as const;
