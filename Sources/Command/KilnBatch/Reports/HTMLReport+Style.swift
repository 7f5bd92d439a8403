extension HTMLReport {
  /// The page's style sheet, for light and dark screens of any width.
  static let style = """
    :root {
      color-scheme: light dark;
      --page: #f5f4f1; --card: #fff; --line: #dcd8d0; --text: #211f1c; --faint: #6b665e; --accent: #b4410e;
      --error: #b3261e; --error-page: #fdecea; --warning: #8a5a00; --note: #4a6072; --hover: #e9e6e0;
      --light: #d8d6d1; --dark: #bdbab4;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #151617; --card: #1f2022; --line: #37383b; --text: #ecebe8; --faint: #a3a09a; --accent: #ff9a5c;
        --error: #ff8a80; --error-page: #3a1d1b; --warning: #f2bf5e; --note: #9fb8cc; --hover: #2b2c2f;
        --light: #6b6c70; --dark: #55565a;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 1680px; padding: 24px clamp(12px, 3vw, 40px) 64px;
      background: var(--page); color: var(--text);
      font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    }
    [hidden] { display: none !important; }
    h1 { margin: 0 0 16px; font-size: clamp(22px, 4vw, 30px); line-height: 1.15; letter-spacing: -.01em; }
    h2 { margin: 0; font-size: 15px; line-height: 1.3; }
    p, dl, ul, ol, dd { margin: 0; padding: 0; }
    ul, ol { list-style: none; }
    code { font: 12px/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
    bdi { overflow-wrap: anywhere; }
    dt { color: var(--faint); }
    button, input { font: inherit; color: inherit; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

    .totals { display: flex; flex-wrap: wrap; gap: 8px; }
    .totals div { flex: 1 1 120px; padding: 10px 14px; background: var(--card); border: 1px solid var(--line);
      border-radius: 10px; }
    .totals dt { font-size: 12px; }
    .totals dd { font-size: 19px; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .totals .failed dd { color: var(--error); }
    .rules { margin-top: 20px; }
    .rules ul { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 8px; }
    .rules button { display: flex; gap: 8px; align-items: baseline; padding: 4px 10px; background: var(--card);
      border: 1px solid var(--line); border-radius: 99px; cursor: pointer; text-align: left; }
    .rules button:hover { border-color: var(--accent); }
    .rules span { font-size: 12px; }
    .error > span { color: var(--error); } .warning > span { color: var(--warning); } .note > span { color: var(--note); }

    #controls { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 10px 20px;
      align-items: center; margin: 20px calc(-1 * clamp(12px, 3vw, 40px)); padding: 10px clamp(12px, 3vw, 40px);
      background: var(--page); border-bottom: 1px solid var(--line); }
    fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: 2px; min-width: 0; margin: 0; padding: 0;
      border: 0; }
    legend { float: left; margin-right: 8px; padding: 0; color: var(--faint); }
    .search { flex: 1 1 200px; display: flex; gap: 8px; align-items: center; max-width: 420px; color: var(--faint); }
    .search input { flex: 1; min-width: 0; padding: 6px 10px; background: var(--card); color: var(--text);
      border: 1px solid var(--line); border-radius: 8px; }
    fieldset label { position: relative; }
    fieldset input { position: absolute; opacity: 0; inset: 0; margin: 0; cursor: pointer; }
    fieldset span, fieldset button { display: block; padding: 5px 10px; background: none; border: 0;
      border-radius: 8px; cursor: pointer; }
    fieldset label:hover span, fieldset button:hover { background: var(--hover); }
    fieldset input:checked + span, fieldset button[aria-pressed=true] { background: var(--text); color: var(--page); }
    fieldset input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: 2px; }
    fieldset button[aria-pressed=true]::after { content: " ↑"; }
    fieldset button[aria-pressed=true].down::after { content: " ↓"; }
    #count { margin-left: auto; color: var(--faint); white-space: nowrap; }

    #cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: 12px;
      align-items: start; }
    .card { content-visibility: auto; contain-intrinsic-size: auto 216px; background: var(--card);
      border: 1px solid var(--line); border-radius: 12px; }
    .card.failed { border-color: var(--error); }
    article { display: grid; grid-template-columns: 96px minmax(0, 1fr); gap: 10px 14px; padding: 14px; }
    .poster { grid-row: span 2; width: 96px; height: 96px; display: grid; place-items: center; overflow: hidden;
      border-radius: 8px; background: repeating-conic-gradient(var(--dark) 0 25%, var(--light) 0 50%) 0 0 / 16px 16px; }
    .poster:empty { background: var(--hover); }
    .failed .poster:empty, .skipped .poster:empty { display: none; }
    .failed .name, .skipped .name { grid-column: 1 / -1; }
    .poster img { max-width: 100%; max-height: 100%; object-fit: contain; }
    .folder { color: var(--faint); font-size: 12px; }
    .badges { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 4px; font-size: 12px; }
    .badges span { padding: 0 7px; border: 1px solid var(--line); border-radius: 99px; }
    .failed .status { color: var(--error); border-color: var(--error); font-weight: 600; }
    .skipped .status { color: var(--faint); }
    article dl { grid-column: 2; display: grid; gap: 1px; font-size: 13px; }
    article dl div { display: grid; grid-template-columns: 76px minmax(0, 1fr); gap: 8px; }
    article dd { font-variant-numeric: tabular-nums; }
    .findings { grid-column: 1 / -1; display: grid; gap: 8px; max-height: 240px; overflow: auto;
      overflow-wrap: anywhere; font-size: 13px; }
    .findings li { padding: 2px 0 2px 10px; border-left: 3px solid var(--note); }
    .findings .error { border-color: var(--error); background: var(--error-page); border-radius: 0 6px 6px 0;
      padding: 6px 10px; }
    .findings .warning { border-color: var(--warning); }
    .findings i { color: var(--faint); font-style: normal; }
    .findings code, .advice { color: var(--faint); }
    #none { padding: 48px 0; text-align: center; color: var(--faint); }
    @media (max-width: 560px) {
      .totals div { flex-basis: 40%; }
      #controls { position: static; }
      #count { margin-left: 0; }
    }
    @media print { #controls { display: none; } .card { break-inside: avoid; content-visibility: visible; } }
    """
}
