def ansi_text(scene): return ""
