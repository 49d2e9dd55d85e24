import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import { saveBlob, errorMessageOf } from '../../calls/api.ts';
import { useSubmit } from '../../calls/useSubmit.ts';
import { toast } from '../../toasts/toast.ts';
import { BusyButton } from './BusyButton.tsx';

interface Props {
  label: string;
  /** What the button shows where there is little room. Its name remains the label. */
  shortLabel?: string | undefined;
  /** Why no file can be downloaded; see `BusyButton`. */
  disabledReason?: string | null;
  reasonHidden?: boolean;
  /** Creates the file and its name. If it throws, a toast shows the error. */
  createFile: () => Promise<{ name: string; file: Blob }>;
}

/** A button that creates a file and saves it. */
export function DownloadButton({ label, shortLabel, createFile, ...reasonProps }: Props) {
  const saveFile = async () => {
    const { name, file } = await createFile();
    saveBlob(file, name);
  };
  const { busy, submit } = useSubmit(saveFile, (error) => toast.error(errorMessageOf(error)));
  return (
    <BusyButton
      className="no-print"
      variant="outlined"
      startIcon={<DownloadIcon />}
      busy={busy}
      {...(shortLabel ? { 'aria-label': label, title: label } : { busyText: 'Wird erstellt...' })}
      {...reasonProps}
      onClick={() => void submit()}
    >
      {shortLabel ?? label}
    </BusyButton>
  );
}
