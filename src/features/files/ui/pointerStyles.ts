/** Shows an element only on devices with a mouse, touchpad or pen, with which files can be dragged. */
export const onlyWithMouse = { '@media not (any-pointer: fine)': { display: 'none' } } as const;

/** Shows an element only on devices that have nothing but a touchscreen. */
export const onlyWithTouch = { '@media (any-pointer: fine)': { display: 'none' } } as const;
