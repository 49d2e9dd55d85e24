import { useRef, useState } from 'react';
import { getPictureUrl } from '../../shared/coach-picture.ts';
import { pictureProblem } from '../../features/coaches/introduction/rules.ts';
import { createPicturePreview } from './readPicture.ts';

/** The picture of a proposal: a new file, the stored picture, or none. */
interface Choice {
  file: File | null;
  /** The id of the stored picture, if it is kept. */
  keptPictureId: number | null;
  /** The square preview of the new file, as a data URL. */
  preview: string | null;
}

/** Manages the choice of a picture; `storedPictureId` is the id of the stored picture. */
export function usePictureChoice(storedPictureId: number | null) {
  const [choice, setChoice] = useState<Choice>({ file: null, keptPictureId: storedPictureId, preview: null });
  const [problem, setProblem] = useState('');
  const latestFile = useRef<File | null>(null);
  const choose = async (file: File) => {
    latestFile.current = file;
    setProblem('');
    const fileProblem = pictureProblem(file);
    if (fileProblem) return setProblem(fileProblem);
    const preview = await createPicturePreview(file);
    // Ignore this file if another one has been chosen meanwhile.
    if (latestFile.current !== file) return;
    if (preview === null) return setProblem('Dieses Bild ist beschädigt. Bitte wähle ein anderes.');
    setChoice({ file, keptPictureId: null, preview });
  };
  return {
    choice,
    /** The German sentence that says why the last file was rejected; '' if it was accepted. */
    problem,
    /** Whether the choice differs from the stored picture. */
    isChanged: choice.file !== null || choice.keptPictureId !== storedPictureId,
    /** The URL of the chosen picture, for `<img>`; null if there is no picture. */
    url: choice.preview ?? (choice.keptPictureId === null ? null : getPictureUrl(choice.keptPictureId)),
    choose,
    setProblem,
    remove: () => {
      latestFile.current = null;
      setProblem('');
      setChoice({ file: null, keptPictureId: null, preview: null });
    },
  };
}

export type PictureState = ReturnType<typeof usePictureChoice>;
