interface Props {
  /** The appointment's name for screen readers. */
  appointmentName: string;
  onClick: () => void;
}

/** The button in the row of a free appointment that opens the dialog to book it for a participant (reference 4.22). */
export function BookInRow({ appointmentName, onClick }: Props) {
  return (
    <button
      type="button"
      className="row-word"
      aria-haspopup="dialog"
      aria-label={`Buchen ${appointmentName}`}
      onClick={onClick}
    >
      Buchen
    </button>
  );
}
