<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="vi_VN" sourcelanguage="en_US">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Mở…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Lưu</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Lưu &amp;thành…</translation>
    </message>
    <message>
        <source>The &amp;window…</source>
        <translation>&amp;Cửa sổ…</translation>
    </message>
    <message>
        <source>The &amp;stage…</source>
        <translation>&amp;Toàn cảnh…</translation>
    </message>
    <message>
        <source>The &amp;timeline…</source>
        <translation>&amp;Dòng thời gian…</translation>
    </message>
    <message>
        <source>The &amp;load…</source>
        <translation>Tả&amp;i…</translation>
    </message>
    <message>
        <source>The &amp;breaker…</source>
        <translation>Cầu da&amp;o…</translation>
    </message>
    <message>
        <source>The &amp;figures…</source>
        <translation>&amp;Số liệu…</translation>
    </message>
    <message>
        <source>The back&amp;off…</source>
        <translation>&amp;Backoff…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>T&amp;hoát</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Hoàn tác</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Làm lại</translation>
    </message>
    <message>
        <source>Choose an &amp;experiment…</source>
        <translation>Chọn thí &amp;nghiệm…</translation>
    </message>
    <message>
        <source>&amp;Play or pause</source>
        <translation>&amp;Phát hoặc tạm dừng</translation>
    </message>
    <message>
        <source>P&amp;revious event</source>
        <translation>Sự kiện t&amp;rước</translation>
    </message>
    <message>
        <source>&amp;Next event</source>
        <translation>Sự kiện &amp;sau</translation>
    </message>
    <message>
        <source>Back to the s&amp;tart</source>
        <translation>&amp;Về đầu</translation>
    </message>
    <message>
        <source>P&amp;in this run to compare with</source>
        <translation>&amp;Ghim lần chạy này để so sánh</translation>
    </message>
    <message>
        <source>&amp;Forget the pinned run</source>
        <translation>&amp;Bỏ ghim lần chạy</translation>
    </message>
    <message>
        <source>Show the &amp;whole run</source>
        <translation>&amp;Xem cả lần chạy</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>&amp;Chữ nhỏ hơn</translation>
    </message>
    <message>
        <source>N&amp;ormal text</source>
        <translation>Cỡ chữ &amp;thường</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>Toàn &amp;màn hình</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Tối</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Sáng</translation>
    </message>
    <message>
        <source>&amp;Projector</source>
        <translation>&amp;Máy chiếu</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Phím tắt</translation>
    </message>
    <message>
        <source>&amp;About Retry Lab</source>
        <translation>&amp;Giới thiệu Retry Lab</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Tệp</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Xuất</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Sửa</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Chạy</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Xem</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Giao diện</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Ngôn ngữ</translation>
    </message>
    <message>
        <source>New see&amp;d</source>
        <translation>Seed &amp;mới</translation>
    </message>
    <message>
        <source>Lar&amp;ger text</source>
        <translation>Chữ &amp;lớn hơn</translation>
    </message>
    <message>
        <source>&amp;Reduce motion</source>
        <translation>Giảm c&amp;huyển động</translation>
    </message>
    <message>
        <source>&amp;Dialects…</source>
        <translation>&amp;Dialect…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>Trợ &amp;giúp</translation>
    </message>
</context>
<context>
    <name>BackoffFan</name>
    <message>
        <source>unlimited</source>
        <translation>vô hạn</translation>
    </message>
    <message>
        <source>Backoff</source>
        <translation>Backoff</translation>
    </message>
    <message>
        <source>worst case %1</source>
        <translation>lâu nhất %1</translation>
    </message>
    <message numerus="yes">
        <source>… %n more</source>
        <translation>
            <numerusform>… còn %n lần nữa</numerusform>
        </translation>
    </message>
    <message>
        <source>One attempt, no retry</source>
        <translation>Thử một lần, không retry</translation>
    </message>
</context>
<context>
    <name>BreakerView</name>
    <message>
        <source>caller %1</source>
        <translation>caller %1</translation>
    </message>
    <message>
        <source>shared by all callers</source>
        <translation>dùng chung</translation>
    </message>
    <message>
        <source>%1 closed · %2 open · %3 half-open</source>
        <translation>%1 đóng · %2 mở · %3 nửa mở</translation>
    </message>
    <message>
        <source>may probe</source>
        <translation>chờ gọi</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Mở (ngắt)</translation>
    </message>
    <message>
        <source>Half-open</source>
        <translation>Nửa mở</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>Đóng</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>sau %1</translation>
    </message>
    <message>
        <source>%1 ok</source>
        <translation>%1 lần OK</translation>
    </message>
    <message>
        <source>a probe fails</source>
        <translation>thăm dò lỗi</translation>
    </message>
    <message>
        <source>≥ %1 % of %2</source>
        <translation>≥ %1 % của %2</translation>
    </message>
    <message>
        <source>≥ %1 % in %2</source>
        <translation>≥ %1 % trong %2</translation>
    </message>
    <message>
        <source>%1 in a row</source>
        <translation>%1 lỗi liên tiếp</translation>
    </message>
    <message>
        <source>Circuit breaker</source>
        <translation>Cầu dao (circuit breaker)</translation>
    </message>
    <message>
        <source>Last %1</source>
        <translation>%1 gần nhất</translation>
    </message>
    <message numerus="yes">
        <source>Last %1 attempts</source>
        <translation>
            <numerusform>%1 lần thử gần nhất</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Last %1 calls</source>
        <translation>
            <numerusform>%1 lời gọi gần nhất</numerusform>
        </translation>
    </message>
    <message>
        <source>Failures in a row</source>
        <translation>Lỗi liên tiếp</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>chưa có</translation>
    </message>
    <message>
        <source>%1 failed · %2 %</source>
        <translation>%1 lỗi · %2 %</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 lỗi</translation>
    </message>
    <message>
        <source>≥ %1 % of all</source>
        <translation>≥ %1 % tổng số</translation>
    </message>
    <message>
        <source>Since it closed</source>
        <translation>Từ khi đóng lại</translation>
    </message>
    <message>
        <source>%1 of %2 ok</source>
        <translation>%1 / %2 lần OK</translation>
    </message>
    <message>
        <source>after ≥ %1</source>
        <translation>sau ≥ %1</translation>
    </message>
</context>
<context>
    <name>Choice</name>
    <message>
        <source>None</source>
        <translation>Không</translation>
    </message>
    <message>
        <source>Try again at once.</source>
        <translation>Thử lại ngay, không chờ.</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Cố định</translation>
    </message>
    <message>
        <source>The same wait every time.</source>
        <translation>Lần nào cũng chờ như nhau.</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Tuyến tính</translation>
    </message>
    <message>
        <source>Each wait is longer by the same amount.</source>
        <translation>Mỗi lần chờ dài thêm một lượng bằng nhau.</translation>
    </message>
    <message>
        <source>Expon.</source>
        <translation>Hàm mũ</translation>
    </message>
    <message>
        <source>Exponential: each wait is a multiple of the one before, up to the cap.</source>
        <translation>Hàm mũ (exponential): mỗi lần chờ gấp lần trước theo hệ số nhân, đến trần thì thôi.</translation>
    </message>
    <message>
        <source>Everyone waits exactly as long.</source>
        <translation>Ai cũng chờ đúng bằng nhau.</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Full</translation>
    </message>
    <message>
        <source>Anything from nothing to the whole wait.</source>
        <translation>Ngẫu nhiên từ 0 đến hết khoảng chờ.</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>Equal</translation>
    </message>
    <message>
        <source>Half the wait is certain, the other half is left to chance.</source>
        <translation>Chắc chắn chờ một nửa, nửa còn lại ngẫu nhiên.</translation>
    </message>
    <message>
        <source>Decorr.</source>
        <translation>Decorr.</translation>
    </message>
    <message>
        <source>Decorrelated: from the base to three times the wait before, up to the cap.</source>
        <translation>Decorrelated: từ độ trễ gốc đến ba lần khoảng chờ trước, không vượt trần.</translation>
    </message>
    <message>
        <source>± %</source>
        <translation>± %</translation>
    </message>
    <message>
        <source>Proportional: the wait, plus or minus a share of it.</source>
        <translation>Proportional: khoảng chờ cộng hoặc trừ một tỷ lệ của nó.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Tắt</translation>
    </message>
    <message>
        <source>Every call goes through.</source>
        <translation>Mọi lời gọi đều đi qua.</translation>
    </message>
    <message>
        <source>In a row</source>
        <translation>Liên tiếp</translation>
    </message>
    <message>
        <source>Opens after so many failures in a row.</source>
        <translation>Mở sau chừng ấy lỗi liên tiếp.</translation>
    </message>
    <message>
        <source>Last calls</source>
        <translation>Số lời gọi</translation>
    </message>
    <message>
        <source>Opens on the share of failures among the last calls.</source>
        <translation>Mở theo tỷ lệ lỗi trong các lời gọi gần nhất.</translation>
    </message>
    <message>
        <source>Time window</source>
        <translation>Thời gian</translation>
    </message>
    <message>
        <source>Opens on the share of failures within a stretch of time.</source>
        <translation>Mở theo tỷ lệ lỗi trong một khoảng thời gian.</translation>
    </message>
    <message>
        <source>Outside</source>
        <translation>Bên ngoài</translation>
    </message>
    <message>
        <source>Around the whole call: it counts a call once, after its last retry.</source>
        <translation>Bọc cả lời gọi: mỗi lời gọi chỉ tính một lần, sau lần retry cuối.</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>Bên trong</translation>
    </message>
    <message>
        <source>Around each attempt: retries count too, and an open breaker ends them.</source>
        <translation>Bọc từng lần thử: retry cũng bị tính, và cầu dao mở thì ngừng retry.</translation>
    </message>
    <message>
        <source>Each caller</source>
        <translation>Mỗi caller</translation>
    </message>
    <message>
        <source>Every caller has a breaker of its own.</source>
        <translation>Mỗi caller có một cầu dao riêng.</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>Dùng chung</translation>
    </message>
    <message>
        <source>One breaker for all callers.</source>
        <translation>Một cầu dao cho mọi caller.</translation>
    </message>
    <message>
        <source>Herd</source>
        <translation>Đồng loạt</translation>
    </message>
    <message>
        <source>Every client calls once, all at the same moment.</source>
        <translation>Mỗi client gọi một lần, tất cả cùng một lúc (thundering herd).</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Vòng hở</translation>
    </message>
    <message>
        <source>Calls arrive at a rate, whatever the service does.</source>
        <translation>Lời gọi đến theo tốc độ, bất kể service ra sao.</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>Vòng kín</translation>
    </message>
    <message>
        <source>Each client calls, waits for the answer, thinks, and calls again.</source>
        <translation>Mỗi client gọi, chờ trả lời, nghĩ một lúc rồi gọi tiếp.</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Ngẫu nhiên</translation>
    </message>
    <message>
        <source>Poisson arrivals: independent of one another.</source>
        <translation>Đến theo Poisson: không lời gọi nào phụ thuộc lời gọi nào.</translation>
    </message>
    <message>
        <source>Even</source>
        <translation>Cách đều</translation>
    </message>
    <message>
        <source>One call after the other, equally spaced.</source>
        <translation>Lần lượt từng lời gọi, cách đều nhau.</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Cũ trước</translation>
    </message>
    <message>
        <source>First in, first out.</source>
        <translation>Vào trước, ra trước (FIFO).</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Mới trước</translation>
    </message>
    <message>
        <source>Last in, first out.</source>
        <translation>Vào sau, ra trước (LIFO).</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>Từ chối</translation>
    </message>
    <message>
        <source>Answers 503 at once.</source>
        <translation>Trả 503 ngay.</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Bỏ qua</translation>
    </message>
    <message>
        <source>Says nothing: the caller waits for its timeout.</source>
        <translation>Không trả lời: caller phải chờ đến timeout.</translation>
    </message>
    <message>
        <source>Always the same time.</source>
        <translation>Lúc nào cũng mất chừng ấy.</translation>
    </message>
    <message>
        <source>Uniform</source>
        <translation>Đều</translation>
    </message>
    <message>
        <source>Anything between two ends, all equally likely.</source>
        <translation>Bất kỳ giá trị nào giữa hai mốc, khả năng như nhau.</translation>
    </message>
    <message>
        <source>Exponential</source>
        <translation>Hàm mũ</translation>
    </message>
    <message>
        <source>Many short times, few long ones.</source>
        <translation>Nhiều lần ngắn, ít lần dài.</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Từ chối</translation>
    </message>
    <message>
        <source>Connections are refused.</source>
        <translation>Kết nối bị từ chối.</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Mã lỗi</translation>
    </message>
    <message>
        <source>Answers with an error status at once, without doing the work.</source>
        <translation>Trả mã lỗi HTTP ngay, không xử lý gì.</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>Độ trễ</translation>
    </message>
    <message>
        <source>Answers take longer on the way.</source>
        <translation>Câu trả lời đi đường lâu hơn.</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>Slot</translation>
    </message>
    <message>
        <source>Only some of the slots work.</source>
        <translation>Chỉ một số slot còn chạy.</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Khởi động lại</translation>
    </message>
    <message>
        <source>Goes down, comes back cold.</source>
        <translation>Tắt đi, rồi chạy lại khi còn nguội (cold).</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>từ chối</translation>
    </message>
    <message>
        <source>The connection was refused.</source>
        <translation>Kết nối bị từ chối.</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>reset</translation>
    </message>
    <message>
        <source>The connection broke while the service had the request.</source>
        <translation>Kết nối đứt khi service đang giữ request.</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>timeout</translation>
    </message>
    <message>
        <source>No answer within the attempt&apos;s timeout.</source>
        <translation>Không có trả lời trong timeout của lần thử.</translation>
    </message>
    <message>
        <source>503: the service is not available.</source>
        <translation>503: service không sẵn sàng.</translation>
    </message>
    <message>
        <source>429: too many requests.</source>
        <translation>429: quá nhiều request.</translation>
    </message>
    <message>
        <source>other 5xx</source>
        <translation>5xx khác</translation>
    </message>
    <message>
        <source>Any other 5xx: may be a bug that every retry meets again.</source>
        <translation>Các mã 5xx khác: có thể là bug, retry bao nhiêu lần cũng gặp lại.</translation>
    </message>
    <message>
        <source>other 4xx</source>
        <translation>4xx khác</translation>
    </message>
    <message>
        <source>Any other 4xx: the request itself is wrong; a retry changes nothing.</source>
        <translation>Các mã 4xx khác: chính request sai, retry cũng thế thôi.</translation>
    </message>
    <message>
        <source>409: another request is in the way.</source>
        <translation>409: vướng một request khác.</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>deadlock</translation>
    </message>
    <message>
        <source>All calls</source>
        <translation>Mọi lời gọi</translation>
    </message>
    <message>
        <source>Opens on the share of failures among all calls since it was closed.</source>
        <translation>Mở theo tỷ lệ lỗi trong mọi lời gọi kể từ khi đóng lại (closed).</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Tự động</translation>
    </message>
    <message>
        <source>Opens and closes by its rules.</source>
        <translation>Mở và đóng theo luật của nó.</translation>
    </message>
    <message>
        <source>Forced open</source>
        <translation>Buộc mở</translation>
    </message>
    <message>
        <source>Refuses everything.</source>
        <translation>Chặn tất cả.</translation>
    </message>
    <message>
        <source>Forced closed</source>
        <translation>Buộc đóng</translation>
    </message>
    <message>
        <source>Lets everything through and looks at nothing.</source>
        <translation>Cho tất cả đi qua và không xét gì.</translation>
    </message>
    <message>
        <source>Metrics only</source>
        <translation>Chỉ đo</translation>
    </message>
    <message>
        <source>Lets everything through and counts.</source>
        <translation>Cho tất cả đi qua và chỉ đếm.</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Tất cả</translation>
    </message>
    <message>
        <source>Every call asks.</source>
        <translation>Lời gọi nào cũng phải xin phép.</translation>
    </message>
    <message>
        <source>Retries</source>
        <translation>Retry</translation>
    </message>
    <message>
        <source>Only retries ask: first attempts always go.</source>
        <translation>Chỉ retry phải xin phép: lần thử đầu luôn được đi.</translation>
    </message>
    <message>
        <source>Aligned</source>
        <translation>Thẳng mốc</translation>
    </message>
    <message>
        <source>Buckets begin at whole multiples of their width.</source>
        <translation>Các ô bắt đầu ở bội nguyên của độ rộng ô.</translation>
    </message>
    <message>
        <source>From activity</source>
        <translation>Theo hoạt động</translation>
    </message>
    <message>
        <source>A bucket begins with the first outcome after the one before it.</source>
        <translation>Một ô bắt đầu từ kết quả đầu tiên sau khi ô trước hết hạn.</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Từ ngưỡng</translation>
    </message>
    <message>
        <source>It opens at its threshold.</source>
        <translation>Chạm ngưỡng là mở.</translation>
    </message>
    <message>
        <source>Above</source>
        <translation>Trên ngưỡng</translation>
    </message>
    <message>
        <source>It opens only above its threshold.</source>
        <translation>Phải vượt ngưỡng mới mở.</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Lỗi</translation>
    </message>
    <message>
        <source>Only a failure opens it.</source>
        <translation>Chỉ một lỗi mới làm nó mở.</translation>
    </message>
    <message>
        <source>All outcomes</source>
        <translation>Mọi kết quả</translation>
    </message>
    <message>
        <source>A success may open it, too: the one that completes its minimum of calls.</source>
        <translation>Một lần thành công cũng có thể làm nó mở: lần vừa đủ số lời gọi tối thiểu.</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>Bỏ</translation>
    </message>
    <message>
        <source>It counts for nothing.</source>
        <translation>Không tính gì cả.</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>Tính</translation>
    </message>
    <message>
        <source>It counts in the state that there is now.</source>
        <translation>Tính vào trạng thái hiện tại.</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Không gì</translation>
    </message>
    <message>
        <source>The permission is given back, as if there had been no call.</source>
        <translation>Trả lại lượt xin phép, coi như chưa từng gọi.</translation>
    </message>
    <message>
        <source>Success</source>
        <translation>Thành công</translation>
    </message>
    <message>
        <source>It counts as a success.</source>
        <translation>Tính là một lần thành công.</translation>
    </message>
    <message>
        <source>Each failed probing multiplies the open time.</source>
        <translation>Mỗi lần thăm dò thất bại nhân thời gian mở lên.</translation>
    </message>
    <message>
        <source>Each failed probing adds the open time once more.</source>
        <translation>Mỗi lần thăm dò thất bại cộng thêm một lần thời gian mở.</translation>
    </message>
    <message>
        <source>At its end</source>
        <translation>Đúng lúc hết</translation>
    </message>
    <message>
        <source>The last moment of the open time is for probing.</source>
        <translation>Thời điểm cuối của thời gian mở đã được thăm dò.</translation>
    </message>
    <message>
        <source>After its end</source>
        <translation>Sau khi hết</translation>
    </message>
    <message>
        <source>The last moment of the open time is still refused.</source>
        <translation>Thời điểm cuối của thời gian mở vẫn bị chặn.</translation>
    </message>
    <message>
        <source>A call</source>
        <translation>Một lời gọi</translation>
    </message>
    <message>
        <source>The first call that asks once the open time is over.</source>
        <translation>Lời gọi đầu tiên xin phép sau khi hết thời gian mở.</translation>
    </message>
    <message>
        <source>A timer</source>
        <translation>Bộ hẹn giờ</translation>
    </message>
    <message>
        <source>The end of the open time itself.</source>
        <translation>Chính lúc hết thời gian mở.</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>Cùng lúc</translation>
    </message>
    <message>
        <source>So many in flight: each outcome makes room for another.</source>
        <translation>Chừng ấy request đang chạy: có một kết quả thì thêm được một request khác.</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>Tổng cộng</translation>
    </message>
    <message>
        <source>So many until the verdict.</source>
        <translation>Chừng ấy request cho đến khi có kết luận.</translation>
    </message>
    <message>
        <source>Any failure opens it; successes in a row close it.</source>
        <translation>Một lỗi là mở lại; đủ số lần thành công liên tiếp thì đóng.</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Theo mẫu</translation>
    </message>
    <message>
        <source>It waits for the sample, then judges its share of failures.</source>
        <translation>Chờ đủ mẫu rồi mới xét tỷ lệ lỗi.</translation>
    </message>
    <message>
        <source>Opens early</source>
        <translation>Mở sớm</translation>
    </message>
    <message>
        <source>It opens as soon as there are too many failures for the whole sample, and closes at its end.</source>
        <translation>Mở lại ngay khi số lỗi đã quá mức cho cả mẫu, và chỉ đóng khi hết mẫu.</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>Đã ngã ngũ</translation>
    </message>
    <message>
        <source>It is decided as soon as the rest of the sample cannot change it.</source>
        <translation>Kết luận ngay khi phần còn lại của mẫu không thể làm thay đổi nữa.</translation>
    </message>
    <message>
        <source>It closes</source>
        <translation>Đóng lại</translation>
    </message>
    <message>
        <source>As if its probes had succeeded.</source>
        <translation>Như thể thăm dò thành công.</translation>
    </message>
    <message>
        <source>It opens</source>
        <translation>Mở lại</translation>
    </message>
    <message>
        <source>As if a probe had failed.</source>
        <translation>Như thể thăm dò thất bại.</translation>
    </message>
    <message>
        <source>Gives up at once when the next wait would reach the deadline.</source>
        <translation>Bỏ cuộc ngay nếu lần chờ kế tiếp chạm hạn chót (deadline).</translation>
    </message>
    <message>
        <source>Refuse beyond</source>
        <translation>Từ chối khi vượt</translation>
    </message>
    <message>
        <source>Gives up at once when the next wait would lead beyond the deadline.</source>
        <translation>Bỏ cuộc ngay nếu lần chờ kế tiếp vượt quá hạn chót (deadline).</translation>
    </message>
    <message>
        <source>Clamp</source>
        <translation>Cắt ngắn</translation>
    </message>
    <message>
        <source>Cuts the wait short and makes one attempt at the deadline.</source>
        <translation>Cắt ngắn lần chờ và thử một lần đúng lúc hạn chót (deadline).</translation>
    </message>
    <message>
        <source>After the attempt</source>
        <translation>Sau lần thử</translation>
    </message>
    <message>
        <source>Looks at the deadline only after an attempt: a wait may lead beyond it.</source>
        <translation>Chỉ xét hạn chót (deadline) sau mỗi lần thử: lần chờ có thể vượt quá nó.</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Danh sách</translation>
    </message>
    <message>
        <source>The waits of a list, one after the other; the last one goes on.</source>
        <translation>Các khoảng chờ trong một danh sách, lần lượt từng cái; hết thì lặp lại cái cuối.</translation>
    </message>
    <message>
        <source>Before jitter</source>
        <translation>Trước jitter</translation>
    </message>
    <message>
        <source>The cap holds the wait that chance then spreads, even beyond it.</source>
        <translation>Trần giới hạn khoảng chờ trước, rồi jitter xáo nó, có thể vượt trần.</translation>
    </message>
    <message>
        <source>After jitter</source>
        <translation>Sau jitter</translation>
    </message>
    <message>
        <source>The cap holds what was drawn: many waits are the cap itself.</source>
        <translation>Trần giới hạn kết quả đã xáo: nhiều khoảng chờ bằng đúng trần.</translation>
    </message>
    <message>
        <source>Floating</source>
        <translation>Số thực</translation>
    </message>
    <message>
        <source>Each wait is computed from the base and keeps its fraction.</source>
        <translation>Mỗi khoảng chờ tính từ độ trễ gốc và giữ phần lẻ.</translation>
    </message>
    <message>
        <source>Integer</source>
        <translation>Số nguyên</translation>
    </message>
    <message>
        <source>Each wait is computed from the one before and drops its fraction.</source>
        <translation>Mỗi khoảng chờ tính từ khoảng trước và bỏ phần lẻ.</translation>
    </message>
    <message>
        <source>+ %</source>
        <translation>+ %</translation>
    </message>
    <message>
        <source>Added: the wait, plus up to a share of it.</source>
        <translation>Added: khoảng chờ cộng thêm tối đa một tỷ lệ của nó.</translation>
    </message>
    <message>
        <source>± time</source>
        <translation>± thời gian</translation>
    </message>
    <message>
        <source>The wait, plus or minus up to a fixed time.</source>
        <translation>Khoảng chờ cộng hoặc trừ tối đa một thời gian cố định.</translation>
    </message>
    <message>
        <source>+ time</source>
        <translation>+ thời gian</translation>
    </message>
    <message>
        <source>The wait, plus up to a fixed time.</source>
        <translation>Khoảng chờ cộng thêm tối đa một thời gian cố định.</translation>
    </message>
    <message>
        <source>Decorrelated by the letter of its article: from nothing to three times the wait before, up to the cap.</source>
        <translation>Decorrelated đúng như bài viết gốc: từ 0 đến ba lần khoảng chờ trước, không vượt trần.</translation>
    </message>
    <message>
        <source>Decorr. V2</source>
        <translation>Decorr. V2</translation>
    </message>
    <message>
        <source>Decorrelated V2: smooth exponential growth whose waits overlap little.</source>
        <translation>Decorrelated V2: tăng theo hàm mũ một cách trơn, các khoảng chờ ít trùng nhau.</translation>
    </message>
    <message>
        <source>Every retry goes.</source>
        <translation>Mọi retry đều được đi.</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Tỷ lệ</translation>
    </message>
    <message>
        <source>A share of the requests of the last seconds, and a reserve (Finagle, Linkerd, tower).</source>
        <translation>Một tỷ lệ của số request trong vài giây gần nhất, cộng một khoản dự trữ (Finagle, Linkerd, tower).</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Retries cost tokens, successes give some back (AWS SDKs).</source>
        <translation>Retry tốn token, thành công thì được trả lại một ít (AWS SDK).</translation>
    </message>
    <message>
        <source>gRPC</source>
        <translation>gRPC</translation>
    </message>
    <message>
        <source>Failures take tokens; retries go while the bucket is more than half full (gRPC).</source>
        <translation>Lỗi lấy đi token; bucket còn hơn một nửa thì retry được đi (gRPC).</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>Đang chạy</translation>
    </message>
    <message>
        <source>A share of the attempts in flight may be retries (Envoy, Istio).</source>
        <translation>Một tỷ lệ của số lần thử đang chạy được phép là retry (Envoy, Istio).</translation>
    </message>
    <message>
        <source>Adaptive</source>
        <translation>Thích ứng</translation>
    </message>
    <message>
        <source>Refuses at random, more often the less the service accepts (Google SRE).</source>
        <translation>Từ chối ngẫu nhiên, service càng ít chấp nhận thì càng từ chối nhiều (Google SRE).</translation>
    </message>
    <message>
        <source>Every caller has a budget of its own.</source>
        <translation>Mỗi caller có một ngân sách riêng.</translation>
    </message>
    <message>
        <source>One budget for all callers.</source>
        <translation>Một ngân sách cho mọi caller.</translation>
    </message>
    <message>
        <source>Parts begin at whole multiples of their width (gRPC).</source>
        <translation>Các phần bắt đầu ở bội nguyên của độ rộng phần (gRPC).</translation>
    </message>
    <message>
        <source>Restarting</source>
        <translation>Bắt đầu lại</translation>
    </message>
    <message>
        <source>A part begins when the window is touched, and the time between is forgotten (Finagle).</source>
        <translation>Một phần bắt đầu khi có ai chạm đến cửa sổ, thời gian ở giữa bị bỏ qua (Finagle).</translation>
    </message>
    <message>
        <source>Rounded up</source>
        <translation>Làm tròn lên</translation>
    </message>
    <message>
        <source>The same, but a part that has begun counts as a whole one (tower).</source>
        <translation>Như trên, nhưng phần vừa bắt đầu đã tính là trọn một phần (tower).</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Request</translation>
    </message>
    <message>
        <source>Every request, when it begins (Finagle).</source>
        <translation>Mọi request, ngay khi bắt đầu (Finagle).</translation>
    </message>
    <message>
        <source>Last answer</source>
        <translation>Trả lời cuối</translation>
    </message>
    <message>
        <source>Every answer that is not to be retried, a success or not (Linkerd, tower).</source>
        <translation>Mọi câu trả lời không cần retry, dù thành công hay không (Linkerd, tower).</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>Chính xác</translation>
    </message>
    <message>
        <source>The ratio counts as it was typed.</source>
        <translation>Tỷ lệ được tính đúng như đã nhập.</translation>
    </message>
    <message>
        <source>Thousandths</source>
        <translation>Phần nghìn</translation>
    </message>
    <message>
        <source>A retry costs 1000 ÷ ratio, its fraction dropped, and a request earns 1000 (Finagle).</source>
        <translation>Một retry tốn 1000 ÷ tỷ lệ, bỏ phần lẻ; một request được cộng 1000 (Finagle).</translation>
    </message>
    <message>
        <source>No more than a success without retries.</source>
        <translation>Không hơn một lần thành công không cần retry.</translation>
    </message>
    <message>
        <source>Last cost</source>
        <translation>Giá lần cuối</translation>
    </message>
    <message>
        <source>What the last retry cost (AWS SDKs).</source>
        <translation>Bằng giá của lần retry cuối (AWS SDK).</translation>
    </message>
    <message>
        <source>First attempts always go.</source>
        <translation>Lần thử đầu luôn được đi.</translation>
    </message>
    <message>
        <source>All attempts</source>
        <translation>Mọi lần thử</translation>
    </message>
    <message>
        <source>First attempts must ask, too.</source>
        <translation>Lần thử đầu cũng phải xin.</translation>
    </message>
    <message>
        <source>Decorr., article</source>
        <translation>Decorr., bài viết</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Tùy chỉnh</translation>
    </message>
    <message>
        <source>No library&apos;s rules: everything can be set.</source>
        <translation>Không theo luật của thư viện nào: mọi thứ đều chỉnh được.</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Lỗi bên trong</translation>
    </message>
    <message>
        <source>Answers at once that something went wrong inside.</source>
        <translation>Trả lời ngay rằng bên trong có lỗi.</translation>
    </message>
    <message>
        <source>Deadlock</source>
        <translation>Deadlock</translation>
    </message>
    <message>
        <source>Two transactions wait for each other: one is thrown out.</source>
        <translation>Hai giao dịch chờ nhau: một cái bị hủy.</translation>
    </message>
    <message>
        <source>Lock wait</source>
        <translation>Chờ khóa</translation>
    </message>
    <message>
        <source>A lock that somebody else holds did not come free in time.</source>
        <translation>Khóa do bên khác giữ không được nhả kịp.</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Kiểm tra dữ liệu</translation>
    </message>
    <message>
        <source>The input breaks a rule: it will break it again.</source>
        <translation>Dữ liệu vi phạm quy tắc: lần sau cũng vậy.</translation>
    </message>
    <message>
        <source>Parse error</source>
        <translation>Lỗi phân tích</translation>
    </message>
    <message>
        <source>What was sent cannot be read: nor can it the next time.</source>
        <translation>Dữ liệu gửi đi không đọc được: lần sau cũng vậy.</translation>
    </message>
    <message>
        <source>Bug</source>
        <translation>Bug</translation>
    </message>
    <message>
        <source>A mistake in the program: the same request meets it every time.</source>
        <translation>Lỗi trong chương trình: cùng một request lần nào cũng gặp.</translation>
    </message>
    <message>
        <source>A repetition looks like another request.</source>
        <translation>Một lần lặp trông như một request khác.</translation>
    </message>
    <message>
        <source>Per attempt</source>
        <translation>Mỗi lần thử</translation>
    </message>
    <message>
        <source>A new key on each attempt: the classic mistake, it protects from nothing.</source>
        <translation>Mỗi lần thử một khóa mới: lỗi kinh điển, không bảo vệ được gì.</translation>
    </message>
    <message>
        <source>Per intention</source>
        <translation>Mỗi ý định</translation>
    </message>
    <message>
        <source>The same key on every attempt: the service recognises a repetition.</source>
        <translation>Mọi lần thử cùng một khóa: dịch vụ nhận ra lần lặp.</translation>
    </message>
    <message>
        <source>The service reports a deadlock.</source>
        <translation>Dịch vụ báo deadlock.</translation>
    </message>
    <message>
        <source>lock wait</source>
        <translation>chờ khóa</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>sai dữ liệu</translation>
    </message>
    <message>
        <source>parse error</source>
        <translation>lỗi phân tích</translation>
    </message>
    <message>
        <source>What was sent or answered cannot be read.</source>
        <translation>Dữ liệu gửi đi hay nhận về không đọc được.</translation>
    </message>
    <message>
        <source>bug</source>
        <translation>bug</translation>
    </message>
    <message>
        <source>408: the service waited too long for the request.</source>
        <translation>408: dịch vụ chờ request quá lâu.</translation>
    </message>
    <message>
        <source>500: something broke; it may be a bug.</source>
        <translation>500: có gì đó hỏng; có thể là bug.</translation>
    </message>
    <message>
        <source>502: whoever is behind the gateway answered nonsense.</source>
        <translation>502: phía sau gateway trả lời sai.</translation>
    </message>
    <message>
        <source>504: whoever is behind the gateway did not answer.</source>
        <translation>504: phía sau gateway không trả lời.</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>Bỏ qua</translation>
    </message>
    <message>
        <source>Waits as the backoff says, whatever the server asks for.</source>
        <translation>Chờ theo backoff, mặc server yêu cầu gì.</translation>
    </message>
    <message>
        <source>Honour</source>
        <translation>Tuân theo</translation>
    </message>
    <message>
        <source>Never comes back earlier than the server asks (RFC 9110).</source>
        <translation>Không bao giờ quay lại sớm hơn server yêu cầu (RFC 9110).</translation>
    </message>
    <message>
        <source>Takes the server&apos;s wait on 413, 429 and 503, unless it is 0.</source>
        <translation>Theo khoảng chờ của server khi gặp 413, 429 và 503, trừ khi bằng 0.</translation>
    </message>
    <message>
        <source>Takes the server&apos;s wait on 429 and 503.</source>
        <translation>Theo khoảng chờ của server khi gặp 429 và 503.</translation>
    </message>
    <message>
        <source>Takes the server&apos;s wait on 429 and 503, and gRPC&apos;s pushback.</source>
        <translation>Theo khoảng chờ của server khi gặp 429 và 503, và pushback của gRPC.</translation>
    </message>
    <message>
        <source>x-amz-retry-after: never less than the backoff, at most five seconds more.</source>
        <translation>x-amz-retry-after: không ngắn hơn backoff, nhiều nhất thêm năm giây.</translation>
    </message>
    <message>
        <source>Either header: never less than the backoff, at most five seconds more.</source>
        <translation>Một trong hai header: không ngắn hơn backoff, nhiều nhất thêm năm giây.</translation>
    </message>
    <message>
        <source>Pushback: exactly the server&apos;s wait, and the backoff starts again.</source>
        <translation>Pushback: đúng khoảng chờ của server, rồi backoff bắt đầu lại.</translation>
    </message>
    <message>
        <source>Reset headers: the server&apos;s wait and up to half as much again; the backoff does not move on.</source>
        <translation>Header reset: khoảng chờ của server cộng tối đa một nửa nữa; backoff đứng yên.</translation>
    </message>
    <message>
        <source>Takes the server&apos;s wait, and the backoff starts again.</source>
        <translation>Theo khoảng chờ của server, rồi backoff bắt đầu lại.</translation>
    </message>
    <message>
        <source>Reads: it may be repeated.</source>
        <translation>Chỉ đọc: có thể lặp lại.</translation>
    </message>
    <message>
        <source>Reads the headers only: it may be repeated.</source>
        <translation>Chỉ đọc header: có thể lặp lại.</translation>
    </message>
    <message>
        <source>Asks what is possible: it may be repeated.</source>
        <translation>Hỏi xem được phép làm gì: có thể lặp lại.</translation>
    </message>
    <message>
        <source>Gets back what was sent: it may be repeated.</source>
        <translation>Nhận lại điều đã gửi: có thể lặp lại.</translation>
    </message>
    <message>
        <source>Replaces the whole: twice does no more than once.</source>
        <translation>Thay toàn bộ: hai lần cũng như một.</translation>
    </message>
    <message>
        <source>Removes: twice does no more than once.</source>
        <translation>Xóa: hai lần cũng như một.</translation>
    </message>
    <message>
        <source>Does something anew each time: twice is two orders.</source>
        <translation>Mỗi lần làm một việc mới: hai lần là hai đơn hàng.</translation>
    </message>
    <message>
        <source>Changes a part: not idempotent by itself.</source>
        <translation>Sửa một phần: tự nó không idempotent.</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>Cùng nhau</translation>
    </message>
    <message>
        <source>A call counts once, with how it went.</source>
        <translation>Một lời gọi được tính một lần, cùng với kết quả của nó.</translation>
    </message>
    <message>
        <source>Apart</source>
        <translation>Tách rời</translation>
    </message>
    <message>
        <source>A call counts from when it began, its failure from when it ended.</source>
        <translation>Lời gọi tính từ lúc bắt đầu, lỗi của nó tính từ lúc kết thúc.</translation>
    </message>
    <message>
        <source>Into the window</source>
        <translation>Vào cửa sổ</translation>
    </message>
    <message>
        <source>A call let in while closed counts there whenever it ends, and may end the probing.</source>
        <translation>Lời gọi được cho qua khi cầu dao đóng vẫn tính vào cửa sổ lúc đóng dù kết thúc lúc nào, và có thể chấm dứt việc thăm dò.</translation>
    </message>
    <message>
        <source>Success of probes</source>
        <translation>Thành công của thăm dò</translation>
    </message>
    <message>
        <source>A probe&apos;s counts as a success, any other&apos;s for nothing.</source>
        <translation>Của request thăm dò thì tính là thành công, của lời gọi khác thì không tính gì.</translation>
    </message>
    <message>
        <source>Unlimited</source>
        <translation>Không giới hạn</translation>
    </message>
    <message>
        <source>Every attempt goes at once.</source>
        <translation>Lần thử nào cũng đi ngay.</translation>
    </message>
    <message>
        <source>Learnt from 429s: cut by three tenths, then growing again (AWS SDKs).</source>
        <translation>Học từ các lần 429: giảm ba phần mười rồi tăng lại (AWS SDK).</translation>
    </message>
    <message>
        <source>Nobody</source>
        <translation>Không</translation>
    </message>
    <message>
        <source>The call fails, and fast where the breaker is open.</source>
        <translation>Lời gọi lỗi, và lỗi ngay khi cầu dao mở (open).</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Cache</translation>
    </message>
    <message>
        <source>An earlier answer of the service, which may be out of date.</source>
        <translation>Một câu trả lời trước đó của service, có thể đã cũ.</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Mặc định</translation>
    </message>
    <message>
        <source>A value that is always the same, such as an empty list.</source>
        <translation>Một giá trị luôn như nhau, chẳng hạn danh sách rỗng.</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>Dự phòng</translation>
    </message>
    <message>
        <source>Another service, which can do less or costs more.</source>
        <translation>Một service khác, làm được ít hơn hoặc tốn hơn.</translation>
    </message>
    <message>
        <source>Any failure</source>
        <translation>Mọi lỗi</translation>
    </message>
    <message>
        <source>Every call that ends without success.</source>
        <translation>Mọi lời gọi kết thúc mà không thành công.</translation>
    </message>
    <message>
        <source>Open breaker</source>
        <translation>Cầu dao mở</translation>
    </message>
    <message>
        <source>Only calls that end because the breaker refuses them.</source>
        <translation>Chỉ các lời gọi kết thúc vì bị cầu dao chặn.</translation>
    </message>
    <message>
        <source>One attempt at a time.</source>
        <translation>Mỗi lúc một lần thử.</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Sau một khoảng</translation>
    </message>
    <message>
        <source>After a fixed time without an answer.</source>
        <translation>Sau một khoảng cố định mà chưa có trả lời.</translation>
    </message>
    <message>
        <source>Percentile</source>
        <translation>Bách phân vị</translation>
    </message>
    <message>
        <source>After so long as most of the last answers took.</source>
        <translation>Sau khoảng thời gian mà phần lớn trả lời gần đây đã cần.</translation>
    </message>
    <message>
        <source>A failure brings the next hedge forward.</source>
        <translation>Một lỗi làm lần hedge kế tiếp được gửi sớm hơn.</translation>
    </message>
    <message>
        <source>On time</source>
        <translation>Đúng hẹn</translation>
    </message>
    <message>
        <source>Hedges keep to their times; a failure with nothing else under way is retried.</source>
        <translation>Hedge giữ đúng thời điểm; nếu lỗi mà không còn gì đang chạy thì thử lại.</translation>
    </message>
    <message>
        <source>Each caller learns from its own answers.</source>
        <translation>Mỗi bên gọi học từ trả lời của chính mình.</translation>
    </message>
    <message>
        <source>All callers</source>
        <translation>Mọi bên gọi</translation>
    </message>
    <message>
        <source>All callers learn together.</source>
        <translation>Mọi bên gọi học chung.</translation>
    </message>
</context>
<context>
    <name>Experiment</name>
    <message>
        <source>503 burst · 50 callers</source>
        <translation>Đợt 503 · 50 caller</translation>
    </message>
    <message>
        <source>For 1.8 seconds the service answers 503. Watch retries pile on top of the first attempts, the breaker cut them off, and its probes find out that the service is well again.</source>
        <translation>Trong 1,8 giây, service trả 503. Hãy xem retry chồng lên các lần thử đầu, cầu dao chặn chúng lại, rồi request thăm dò phát hiện service đã khỏe.</translation>
    </message>
    <message>
        <source>Our own scene: a short burst of 503 on a service with four times the capacity it needs.</source>
        <translation>Cảnh do chúng tôi dựng: một đợt 503 ngắn trên service có năng lực phục vụ gấp bốn lần nhu cầu.</translation>
    </message>
    <message>
        <source>burst</source>
        <translation>đợt lỗi</translation>
    </message>
    <message>
        <source>A healthy service</source>
        <translation>Service khỏe mạnh</translation>
    </message>
    <message>
        <source>Nothing is wrong: a fifth of the capacity is used, no call is retried, and the breaker stays closed. Move the request rate towards 500/s and see the queue wake up.</source>
        <translation>Mọi thứ đều ổn: mới dùng một phần năm năng lực phục vụ, không lời gọi nào phải thử lại, cầu dao luôn đóng. Hãy kéo tốc độ request dần đến 500/s và xem hàng đợi bắt đầu dài ra.</translation>
    </message>
    <message>
        <source>The textbook queue with ten servers at 20 % utilisation, as a yardstick for the other experiments.</source>
        <translation>Hàng đợi kinh điển với mười server ở mức sử dụng 20 %, làm thước đo cho các thí nghiệm khác.</translation>
    </message>
    <message>
        <source>Three failures, then an answer</source>
        <translation>Ba lần lỗi rồi thành công</translation>
    </message>
    <message>
        <source>One caller meets a service that fails three times. The waits double: 100, 200, 400 ms, 0.7 s in all. With full jitter each wait is drawn between 0 and that, and half is slept on average.</source>
        <translation>Một caller gặp service lỗi ba lần liền. Khoảng chờ tăng gấp đôi: 100, 200, 400 ms, tổng cộng 0,7 s. Với full jitter, mỗi lần chờ được rút ngẫu nhiên từ 0 đến mức đó, nên trung bình chỉ chờ một nửa.</translation>
    </message>
    <message>
        <source>The smallest case of exponential backoff, worked out by hand: 0.1 + 0.2 + 0.4 = 0.7 s.</source>
        <translation>Trường hợp nhỏ nhất của exponential backoff, tính tay được: 0,1 + 0,2 + 0,4 = 0,7 s.</translation>
    </message>
    <message>
        <source>no jitter</source>
        <translation>không jitter</translation>
    </message>
    <message>
        <source>full jitter</source>
        <translation>full jitter</translation>
    </message>
    <message>
        <source>hiccup</source>
        <translation>trục trặc</translation>
    </message>
    <message>
        <source>Fifty clients fail together</source>
        <translation>Năm mươi client cùng lỗi</translation>
    </message>
    <message>
        <source>Fifty clients call at the same moment and all fail. Without jitter all fifty come back in the same 20 ms; with full jitter the busiest 20 ms sees about six of them.</source>
        <translation>Năm mươi client gọi cùng một lúc và đều lỗi. Không có jitter, cả năm mươi quay lại trong cùng 20 ms; với full jitter, 20 ms đông nhất chỉ có khoảng sáu client.</translation>
    </message>
    <message>
        <source>A thought experiment that articles on jitter often use; the expected peaks follow from throwing fifty balls into twenty bins.</source>
        <translation>Ví dụ mà các bài viết về jitter hay dùng; đỉnh kỳ vọng suy ra từ bài toán ném năm mươi quả bóng vào hai mươi ô.</translation>
    </message>
    <message>
        <source>blip</source>
        <translation>lỗi thoáng qua</translation>
    </message>
    <message>
        <source>Ten thousand clients fail together</source>
        <translation>Mười nghìn client cùng lỗi</translation>
    </message>
    <message>
        <source>The thundering herd of articles on backoff, with their base of 1 s: waits of 1 s and 2 s put the spikes at 1 s and 3 s.</source>
        <translation>Cảnh dội đồng loạt (thundering herd) trong các bài viết về backoff, với độ trễ gốc 1 s: chờ 1 s rồi 2 s nên đỉnh nằm ở 1 s và 3 s.</translation>
    </message>
    <message>
        <source>outage</source>
        <translation>sập</translation>
    </message>
    <message>
        <source>A service that never answers</source>
        <translation>Service không bao giờ trả lời</translation>
    </message>
    <message>
        <source>The service takes every request and answers none. Each caller sits through three timeouts of 5 s before it gives up. With a breaker, five failed calls open it, and from then on calls fail at once.</source>
        <translation>Service nhận mọi request nhưng không trả lời cái nào. Mỗi caller phải chịu ba lần timeout 5 s rồi mới bỏ cuộc. Có cầu dao thì năm lời gọi hỏng làm nó mở, và từ đó mọi lời gọi lỗi ngay.</translation>
    </message>
    <message>
        <source>The hung dependency from the literature on circuit breakers, with its usual numbers: 5 s timeout, 3 attempts, threshold 5, 30 s open.</source>
        <translation>Cảnh service bị treo trong tài liệu về circuit breaker, với các con số thường gặp: timeout 5 s, 3 lần thử, ngưỡng lỗi 5, thời gian mở 30 s.</translation>
    </message>
    <message>
        <source>no breaker</source>
        <translation>không cầu dao</translation>
    </message>
    <message>
        <source>breaker</source>
        <translation>có cầu dao</translation>
    </message>
    <message>
        <source>hang</source>
        <translation>treo</translation>
    </message>
    <message>
        <source>Rolling restart under load</source>
        <translation>Khởi động lại khi có tải</translation>
    </message>
    <message>
        <source>Our own scene after reports of restarts that did not end: 50 callers, 5,000 requests a second, a cold cache.</source>
        <translation>Cảnh do chúng tôi dựng theo các báo cáo về những lần khởi động lại mãi không xong: 50 caller, 5.000 request mỗi giây, cache nguội.</translation>
    </message>
    <message>
        <source>full jitter and breaker</source>
        <translation>full jitter và cầu dao</translation>
    </message>
    <message>
        <source>restart</source>
        <translation>khởi động lại</translation>
    </message>
    <message>
        <source>Ten thousand clients lose the service at the same moment. Without jitter they come back as one: all at 1 s, all again at 3 s. With full jitter the busiest 20 ms sees about 330 of them instead of 10,000, no queue builds up, and the load falls off over the next seconds.</source>
        <translation>Mười nghìn client mất service cùng một lúc. Không có jitter, chúng quay lại như một: tất cả lúc 1 s, rồi lại tất cả lúc 3 s. Với full jitter, 20 ms đông nhất chỉ có khoảng 330 client thay vì 10.000, hàng đợi luôn trống, và tải giảm dần trong vài giây sau đó.</translation>
    </message>
    <message>
        <source>The service is away for ten seconds and comes back cold. Callers that retry have saved up work for it: without jitter it drowns again in requests that nobody waits for any more, in each of 100 runs. With full jitter that happened in 18 of 100, with full jitter and a breaker in none.</source>
        <translation>Service vắng mặt mười giây rồi chạy lại khi còn nguội (cold). Các caller retry đã dồn sẵn việc cho nó: không có jitter, nó lại chìm trong những request không còn ai chờ, ở cả 100 trên 100 lần chạy. Với full jitter, điều đó xảy ra ở 18 trên 100 lần; với full jitter và cầu dao, không lần nào.</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>the name has no ending; allowed: %1</source>
        <translation>tên tệp thiếu phần mở rộng; được dùng: %1</translation>
    </message>
    <message>
        <source>“%1” is not a format this can be written in; allowed: %2</source>
        <translation>không ghi được ở định dạng “%1”; được dùng: %2</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>không ghi được: %1</translation>
    </message>
    <message>
        <source>this view has no data to write</source>
        <translation>khung này không có dữ liệu để ghi</translation>
    </message>
    <message>
        <source>a picture of %1 × %2 pixels cannot be made</source>
        <translation>không tạo được ảnh %1 × %2 pixel</translation>
    </message>
    <message>
        <source>this picture was not made by Retry Lab</source>
        <translation>ảnh này không do Retry Lab tạo ra</translation>
    </message>
    <message>
        <source>not enough memory for the picture</source>
        <translation>không đủ bộ nhớ để tạo ảnh</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>Backoff</source>
        <translation>Backoff</translation>
    </message>
    <message>
        <source>How the waits between attempts grow.</source>
        <translation>Khoảng chờ giữa các lần thử tăng dần ra sao.</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Độ trễ gốc (base)</translation>
    </message>
    <message>
        <source>The wait before the first retry.</source>
        <translation>Khoảng chờ trước lần retry đầu tiên.</translation>
    </message>
    <message>
        <source>Multiplier</source>
        <translation>Hệ số nhân</translation>
    </message>
    <message>
        <source>How many times as long each next wait is.</source>
        <translation>Mỗi lần chờ sau dài gấp mấy lần lần trước.</translation>
    </message>
    <message>
        <source>Increment</source>
        <translation>Bước tăng</translation>
    </message>
    <message>
        <source>How much each next wait adds.</source>
        <translation>Mỗi lần chờ sau dài thêm bao nhiêu.</translation>
    </message>
    <message>
        <source>Cap</source>
        <translation>Trần (cap)</translation>
    </message>
    <message>
        <source>No wait grows beyond this.</source>
        <translation>Không khoảng chờ nào vượt quá mức này.</translation>
    </message>
    <message>
        <source>Jitter</source>
        <translation>Jitter</translation>
    </message>
    <message>
        <source>How chance spreads the waits.</source>
        <translation>Khoảng chờ được xáo ngẫu nhiên ra sao.</translation>
    </message>
    <message>
        <source>Jitter share</source>
        <translation>Mức jitter</translation>
    </message>
    <message>
        <source>Attempt timeout</source>
        <translation>Timeout mỗi lần thử</translation>
    </message>
    <message>
        <source>How long one attempt waits for its answer.</source>
        <translation>Một lần thử chờ trả lời bao lâu.</translation>
    </message>
    <message>
        <source>Deadline</source>
        <translation>Hạn chót (deadline)</translation>
    </message>
    <message>
        <source>How long the whole call may take, waits included.</source>
        <translation>Cả lời gọi được phép kéo dài bao lâu, tính cả lúc chờ.</translation>
    </message>
    <message>
        <source>Max attempts</source>
        <translation>Số lần thử tối đa</translation>
    </message>
    <message>
        <source>How often a call is tried at most, the first time included.</source>
        <translation>Một lời gọi được thử nhiều nhất mấy lần, tính cả lần đầu.</translation>
    </message>
    <message>
        <source>Retry on</source>
        <translation>Thử lại khi gặp</translation>
    </message>
    <message>
        <source>The outcomes that are worth another attempt.</source>
        <translation>Những kết quả đáng để thử thêm lần nữa.</translation>
    </message>
    <message>
        <source>Breaker</source>
        <translation>Cầu dao</translation>
    </message>
    <message>
        <source>What the breaker judges by.</source>
        <translation>Cầu dao căn cứ vào đâu.</translation>
    </message>
    <message>
        <source>Breaker order</source>
        <translation>Vị trí cầu dao</translation>
    </message>
    <message>
        <source>Around the whole call with its retries, or around each attempt.</source>
        <translation>Bọc cả lời gọi cùng các lần retry, hay bọc từng lần thử.</translation>
    </message>
    <message>
        <source>Breaker scope</source>
        <translation>Phạm vi cầu dao</translation>
    </message>
    <message>
        <source>One breaker for each caller, or one for all.</source>
        <translation>Mỗi caller một cầu dao, hay một cái cho tất cả.</translation>
    </message>
    <message>
        <source>Breaker size</source>
        <translation>Ngưỡng lỗi</translation>
    </message>
    <message>
        <source>How many failures in a row open it, or how many calls it looks back on.</source>
        <translation>Bao nhiêu lỗi liên tiếp thì mở, hoặc nhìn lại bao nhiêu lời gọi.</translation>
    </message>
    <message>
        <source>Breaker window</source>
        <translation>Cửa sổ cầu dao</translation>
    </message>
    <message>
        <source>How far back it looks.</source>
        <translation>Cầu dao nhìn lại bao lâu.</translation>
    </message>
    <message>
        <source>Minimum calls</source>
        <translation>Số lời gọi tối thiểu</translation>
    </message>
    <message>
        <source>It does not judge before it has seen so many calls.</source>
        <translation>Chưa thấy đủ chừng ấy lời gọi thì chưa xét.</translation>
    </message>
    <message>
        <source>Failure ratio</source>
        <translation>Tỷ lệ lỗi</translation>
    </message>
    <message>
        <source>It opens when at least this share of calls failed.</source>
        <translation>Mở khi tỷ lệ lời gọi lỗi lên đến mức này.</translation>
    </message>
    <message>
        <source>Open time</source>
        <translation>Thời gian mở</translation>
    </message>
    <message>
        <source>How long it refuses everything before it probes.</source>
        <translation>Chặn tất cả trong bao lâu rồi mới thăm dò.</translation>
    </message>
    <message>
        <source>Probes</source>
        <translation>Request thăm dò</translation>
    </message>
    <message>
        <source>Half-open, it lets so many calls through at once.</source>
        <translation>Khi nửa mở (half-open), cho chừng ấy lời gọi đi qua cùng lúc.</translation>
    </message>
    <message>
        <source>Successes</source>
        <translation>Số lần thành công</translation>
    </message>
    <message>
        <source>So many good probes in a row close it.</source>
        <translation>Chừng ấy lần thăm dò thành công liên tiếp thì đóng lại.</translation>
    </message>
    <message>
        <source>How the times are spread.</source>
        <translation>Các thời gian phân bố ra sao.</translation>
    </message>
    <message>
        <source>Every time is this long.</source>
        <translation>Lần nào cũng mất chừng này.</translation>
    </message>
    <message>
        <source>The shortest time; all times up to the longest are equally likely.</source>
        <translation>Thời gian ngắn nhất; mọi giá trị từ đây đến dài nhất có khả năng như nhau.</translation>
    </message>
    <message>
        <source>The longest time.</source>
        <translation>Thời gian dài nhất.</translation>
    </message>
    <message>
        <source>The mean of exponentially distributed times: many short ones, a few long ones.</source>
        <translation>Trung bình của phân bố hàm mũ: nhiều lần ngắn, vài lần dài.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Tên</translation>
    </message>
    <message>
        <source>What the experiment is called.</source>
        <translation>Tên của thí nghiệm.</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Giới thiệu</translation>
    </message>
    <message>
        <source>What there is to see.</source>
        <translation>Thí nghiệm cho thấy điều gì.</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Nguồn</translation>
    </message>
    <message>
        <source>Where the numbers come from.</source>
        <translation>Các con số lấy từ đâu.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Fixes every draw of chance: the same seed gives the same run.</source>
        <translation>Mầm ngẫu nhiên: cùng một seed thì lần chạy giống hệt nhau.</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Thời lượng</translation>
    </message>
    <message>
        <source>How long the run is.</source>
        <translation>Lần chạy kéo dài bao lâu.</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Khởi động (warm-up)</translation>
    </message>
    <message>
        <source>Calls that start earlier are left out of the figures.</source>
        <translation>Lời gọi bắt đầu trước đó không tính vào số liệu.</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Traffic</translation>
    </message>
    <message>
        <source>All at once, at a rate, or users who wait for their answer.</source>
        <translation>Tất cả cùng lúc, theo tốc độ, hay người dùng chờ trả lời.</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>Số client</translation>
    </message>
    <message>
        <source>How many callers there are.</source>
        <translation>Có bao nhiêu bên gọi.</translation>
    </message>
    <message>
        <source>All call at</source>
        <translation>Cùng gọi lúc</translation>
    </message>
    <message>
        <source>The moment at which every client calls.</source>
        <translation>Thời điểm mọi client cùng gọi.</translation>
    </message>
    <message>
        <source>Request rate</source>
        <translation>Tốc độ request</translation>
    </message>
    <message>
        <source>New requests per second, however the service is doing.</source>
        <translation>Số request gốc mỗi giây, bất kể service ra sao.</translation>
    </message>
    <message>
        <source>Arrivals</source>
        <translation>Cách đến</translation>
    </message>
    <message>
        <source>At random moments, or evenly spaced.</source>
        <translation>Vào lúc ngẫu nhiên, hay cách đều nhau.</translation>
    </message>
    <message>
        <source>Callers</source>
        <translation>Số caller</translation>
    </message>
    <message>
        <source>How many callers share the requests; each has its own breaker.</source>
        <translation>Bao nhiêu caller chia nhau các request; mỗi caller có cầu dao riêng.</translation>
    </message>
    <message>
        <source>Think time</source>
        <translation>Thời gian nghĩ</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Nút</translation>
    </message>
    <message>
        <source>What the node is called.</source>
        <translation>Tên của nút.</translation>
    </message>
    <message>
        <source>Slots</source>
        <translation>Số slot</translation>
    </message>
    <message>
        <source>How many requests the service works on at once.</source>
        <translation>Service xử lý cùng lúc bao nhiêu request.</translation>
    </message>
    <message>
        <source>Queue limit</source>
        <translation>Giới hạn hàng đợi</translation>
    </message>
    <message>
        <source>How many requests may wait for a slot.</source>
        <translation>Bao nhiêu request được xếp hàng chờ slot.</translation>
    </message>
    <message>
        <source>Queue order</source>
        <translation>Thứ tự phục vụ</translation>
    </message>
    <message>
        <source>Who is served first.</source>
        <translation>Ai được phục vụ trước.</translation>
    </message>
    <message>
        <source>When full</source>
        <translation>Khi hàng đợi đầy</translation>
    </message>
    <message>
        <source>Answer 503 at once, or say nothing and let the caller time out.</source>
        <translation>Trả 503 ngay, hay im lặng để caller timeout.</translation>
    </message>
    <message>
        <source>Drop expired work</source>
        <translation>Bỏ việc quá hạn</translation>
    </message>
    <message>
        <source>Skip queued requests whose caller has given up.</source>
        <translation>Bỏ các request trong hàng đợi mà caller đã thôi chờ.</translation>
    </message>
    <message>
        <source>Service time</source>
        <translation>Thời gian phục vụ</translation>
    </message>
    <message>
        <source>Slow start</source>
        <translation>Slow start</translation>
    </message>
    <message>
        <source>How long the service stays cold after a restart.</source>
        <translation>Service còn nguội (cold) bao lâu sau khi khởi động lại.</translation>
    </message>
    <message>
        <source>Slow-start factor</source>
        <translation>Hệ số slow start</translation>
    </message>
    <message>
        <source>How many times as long work takes right after a restart.</source>
        <translation>Ngay sau khi khởi động lại, việc lâu gấp mấy lần.</translation>
    </message>
    <message>
        <source>Network delay</source>
        <translation>Độ trễ mạng</translation>
    </message>
    <message>
        <source>Time on the wire, one way; the answer takes as long again.</source>
        <translation>Thời gian trên đường truyền, một chiều; câu trả lời mất thêm chừng ấy.</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>Sự cố</translation>
    </message>
    <message>
        <source>What the fault is called.</source>
        <translation>Tên của sự cố.</translation>
    </message>
    <message>
        <source>The node that is in trouble.</source>
        <translation>Nút gặp sự cố.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Loại</translation>
    </message>
    <message>
        <source>What goes wrong.</source>
        <translation>Hỏng ở chỗ nào.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Từ</translation>
    </message>
    <message>
        <source>When the trouble begins.</source>
        <translation>Sự cố bắt đầu lúc nào.</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Đến</translation>
    </message>
    <message>
        <source>When the trouble is over.</source>
        <translation>Sự cố kết thúc lúc nào.</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Số lần</translation>
    </message>
    <message>
        <source>Over after so many attempts were hit.</source>
        <translation>Hết sau khi chừng ấy lần thử bị dính.</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Tỷ lệ</translation>
    </message>
    <message>
        <source>The share of attempts that is hit.</source>
        <translation>Tỷ lệ lần thử bị dính.</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Mã HTTP</translation>
    </message>
    <message>
        <source>The HTTP status that is answered.</source>
        <translation>Mã HTTP được trả về.</translation>
    </message>
    <message>
        <source>Added latency</source>
        <translation>Độ trễ thêm</translation>
    </message>
    <message>
        <source>How much longer an answer takes on its way.</source>
        <translation>Câu trả lời đi đường lâu thêm bao nhiêu.</translation>
    </message>
    <message>
        <source>Slots left</source>
        <translation>Số slot còn lại</translation>
    </message>
    <message>
        <source>How many slots still work.</source>
        <translation>Bao nhiêu slot còn chạy.</translation>
    </message>
    <message>
        <source>Peak window</source>
        <translation>Cửa sổ đo đỉnh</translation>
    </message>
    <message>
        <source>Width of the window in which peaks are counted.</source>
        <translation>Độ rộng của cửa sổ dùng để đếm đỉnh.</translation>
    </message>
    <message>
        <source>Recovery tolerance</source>
        <translation>Dung sai phục hồi</translation>
    </message>
    <message>
        <source>How far goodput may stay below its mean before the fault.</source>
        <translation>Goodput được thấp hơn trung bình trước sự cố bao nhiêu.</translation>
    </message>
    <message>
        <source>Recovery hold</source>
        <translation>Thời gian ổn định</translation>
    </message>
    <message>
        <source>How long goodput must stay well to count as recovered.</source>
        <translation>Goodput phải ổn định bao lâu thì mới coi là đã phục hồi.</translation>
    </message>
    <message>
        <source>Slow after</source>
        <translation>Coi là chậm sau</translation>
    </message>
    <message>
        <source>A recovery that takes longer counts as slow.</source>
        <translation>Phục hồi lâu hơn mức này thì coi là chậm.</translation>
    </message>
    <message>
        <source>Breaker mode</source>
        <translation>Chế độ cầu dao</translation>
    </message>
    <message>
        <source>Leaves the breaker to its rules, or overrides them.</source>
        <translation>Để cầu dao chạy theo luật của nó, hay buộc nó làm khác.</translation>
    </message>
    <message>
        <source>Breaker gates</source>
        <translation>Cầu dao chặn gì</translation>
    </message>
    <message>
        <source>What has to ask the breaker for permission.</source>
        <translation>Những gì phải xin phép cầu dao.</translation>
    </message>
    <message>
        <source>Window buckets</source>
        <translation>Số ô của cửa sổ</translation>
    </message>
    <message>
        <source>The breaker forgets its window in so many steps.</source>
        <translation>Cầu dao quên dần cửa sổ của nó qua chừng ấy bước.</translation>
    </message>
    <message>
        <source>Window roll</source>
        <translation>Cách trượt cửa sổ</translation>
    </message>
    <message>
        <source>When a bucket of the window begins.</source>
        <translation>Một ô của cửa sổ bắt đầu khi nào.</translation>
    </message>
    <message>
        <source>Clear every</source>
        <translation>Xóa bộ đếm sau mỗi</translation>
    </message>
    <message>
        <source>While it is closed, its counters start anew so often.</source>
        <translation>Khi cầu dao đóng (closed), cứ sau chừng ấy thời gian thì bộ đếm bắt đầu lại.</translation>
    </message>
    <message>
        <source>Clear on close</source>
        <translation>Xóa khi đóng lại</translation>
    </message>
    <message>
        <source>Closing empties the window.</source>
        <translation>Cầu dao đóng lại thì cửa sổ bị xóa sạch.</translation>
    </message>
    <message>
        <source>Failure count</source>
        <translation>Số lỗi</translation>
    </message>
    <message>
        <source>It opens at so many failures, whatever their share; 0 goes by the ratio.</source>
        <translation>Mở khi đủ chừng ấy lỗi, bất kể tỷ lệ; 0 là xét theo tỷ lệ.</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Cách so ngưỡng</translation>
    </message>
    <message>
        <source>Whether a share opens it at its threshold or only above.</source>
        <translation>Tỷ lệ chạm ngưỡng là mở, hay phải vượt ngưỡng mới mở.</translation>
    </message>
    <message>
        <source>Judged after</source>
        <translation>Xét sau</translation>
    </message>
    <message>
        <source>After which outcomes a closed breaker is judged.</source>
        <translation>Cầu dao đang đóng (closed) được xét sau những kết quả nào.</translation>
    </message>
    <message>
        <source>Slow call</source>
        <translation>Lời gọi chậm</translation>
    </message>
    <message>
        <source>What takes longer counts as slow, a success or not.</source>
        <translation>Lâu hơn mức này thì coi là chậm, dù thành công hay không.</translation>
    </message>
    <message>
        <source>Slow ratio</source>
        <translation>Tỷ lệ chậm</translation>
    </message>
    <message>
        <source>It opens when at least this share of calls was slow.</source>
        <translation>Mở khi tỷ lệ lời gọi chậm lên đến mức này.</translation>
    </message>
    <message>
        <source>Count in flight</source>
        <translation>Tính cả đang chạy</translation>
    </message>
    <message>
        <source>Calls under way count among the outcomes.</source>
        <translation>Lời gọi đang chạy cũng tính vào số kết quả.</translation>
    </message>
    <message>
        <source>Late outcomes</source>
        <translation>Kết quả muộn</translation>
    </message>
    <message>
        <source>What becomes of a call&apos;s outcome when the state has changed meanwhile.</source>
        <translation>Kết quả của một lời gọi được tính ra sao khi trạng thái đã đổi giữa chừng.</translation>
    </message>
    <message>
        <source>Excluded errors</source>
        <translation>Lỗi loại trừ</translation>
    </message>
    <message>
        <source>What an error counts that says nothing about the service.</source>
        <translation>Lỗi không nói lên điều gì về service thì tính là gì.</translation>
    </message>
    <message>
        <source>Open-time growth</source>
        <translation>Kiểu tăng thời gian mở</translation>
    </message>
    <message>
        <source>How the open time grows when probes fail.</source>
        <translation>Thời gian mở tăng ra sao khi thăm dò thất bại.</translation>
    </message>
    <message>
        <source>Open-time multiplier</source>
        <translation>Hệ số nhân thời gian mở</translation>
    </message>
    <message>
        <source>How many times as long it stays open after each failed probing.</source>
        <translation>Sau mỗi lần thăm dò thất bại, thời gian mở dài gấp mấy lần.</translation>
    </message>
    <message>
        <source>Open-time cap</source>
        <translation>Trần thời gian mở</translation>
    </message>
    <message>
        <source>The open time grows no further.</source>
        <translation>Thời gian mở không tăng quá mức này.</translation>
    </message>
    <message>
        <source>Open time ends</source>
        <translation>Hết thời gian mở</translation>
    </message>
    <message>
        <source>Whether probing may begin at the last moment of the open time or just after.</source>
        <translation>Được thăm dò đúng lúc hết thời gian mở, hay phải sau đó.</translation>
    </message>
    <message>
        <source>Half-open by</source>
        <translation>Nửa mở nhờ</translation>
    </message>
    <message>
        <source>What makes an open breaker half-open.</source>
        <translation>Điều gì chuyển cầu dao đang mở sang nửa mở (half-open).</translation>
    </message>
    <message>
        <source>Probe rule</source>
        <translation>Luật thăm dò</translation>
    </message>
    <message>
        <source>Whether the probes are so many at once or so many in all.</source>
        <translation>Số request thăm dò là số cùng lúc hay số tổng cộng.</translation>
    </message>
    <message>
        <source>Probe verdict</source>
        <translation>Cách kết luận</translation>
    </message>
    <message>
        <source>How the outcomes of probes are judged.</source>
        <translation>Kết quả thăm dò được xét ra sao.</translation>
    </message>
    <message>
        <source>Probe sample</source>
        <translation>Cỡ mẫu thăm dò</translation>
    </message>
    <message>
        <source>How many outcomes the verdict looks at; 0 is as many as there are probes.</source>
        <translation>Kết luận dựa trên bao nhiêu kết quả; 0 là bằng số request thăm dò.</translation>
    </message>
    <message>
        <source>Probe failure ratio</source>
        <translation>Tỷ lệ lỗi thăm dò</translation>
    </message>
    <message>
        <source>The share of failed probes that opens it again; 0 is the failure ratio.</source>
        <translation>Tỷ lệ thăm dò lỗi khiến nó mở lại; 0 là dùng tỷ lệ lỗi chung.</translation>
    </message>
    <message>
        <source>Longest half-open</source>
        <translation>Nửa mở lâu nhất</translation>
    </message>
    <message>
        <source>It gives up probing when that takes longer.</source>
        <translation>Thăm dò lâu hơn mức này thì thôi.</translation>
    </message>
    <message>
        <source>When half-open too long</source>
        <translation>Khi nửa mở quá lâu</translation>
    </message>
    <message>
        <source>What it does when it gives up probing.</source>
        <translation>Cầu dao làm gì khi thôi thăm dò.</translation>
    </message>
    <message>
        <source>Budget window</source>
        <translation>Cửa sổ ngân sách</translation>
    </message>
    <message>
        <source>How far back the budget looks.</source>
        <translation>Ngân sách nhìn lại bao lâu.</translation>
    </message>
    <message>
        <source>Budget slices</source>
        <translation>Số phần của cửa sổ</translation>
    </message>
    <message>
        <source>The budget forgets its window in so many parts.</source>
        <translation>Ngân sách quên dần cửa sổ của nó qua chừng ấy phần.</translation>
    </message>
    <message>
        <source>Budget window rule</source>
        <translation>Luật cửa sổ ngân sách</translation>
    </message>
    <message>
        <source>How the budget&apos;s window slides on.</source>
        <translation>Cửa sổ của ngân sách trượt đi ra sao.</translation>
    </message>
    <message>
        <source>Minimum retries</source>
        <translation>Retry tối thiểu</translation>
    </message>
    <message>
        <source>Retries per second that no request has to pay for.</source>
        <translation>Số retry mỗi giây mà không request nào phải trả.</translation>
    </message>
    <message>
        <source>Budget deposit</source>
        <translation>Nguồn nạp ngân sách</translation>
    </message>
    <message>
        <source>Which event pays for later retries.</source>
        <translation>Sự kiện nào trả cho các lần retry về sau.</translation>
    </message>
    <message>
        <source>Budget arithmetic</source>
        <translation>Cách tính ngân sách</translation>
    </message>
    <message>
        <source>How the cost of a retry becomes a whole number.</source>
        <translation>Giá của một lần retry được đưa về số nguyên ra sao.</translation>
    </message>
    <message>
        <source>Token capacity</source>
        <translation>Sức chứa token</translation>
    </message>
    <message>
        <source>How many tokens the bucket holds at most.</source>
        <translation>Bucket chứa nhiều nhất bao nhiêu token.</translation>
    </message>
    <message>
        <source>Tokens at the start</source>
        <translation>Token ban đầu</translation>
    </message>
    <message>
        <source>How many tokens the bucket begins with.</source>
        <translation>Bucket bắt đầu với bao nhiêu token.</translation>
    </message>
    <message>
        <source>Retry cost</source>
        <translation>Giá một lần retry</translation>
    </message>
    <message>
        <source>Tokens that a retry takes.</source>
        <translation>Số token mà một lần retry lấy đi.</translation>
    </message>
    <message>
        <source>Cost after a timeout</source>
        <translation>Giá sau timeout</translation>
    </message>
    <message>
        <source>Tokens that a retry takes after a timeout.</source>
        <translation>Số token mà một lần retry lấy đi sau một timeout.</translation>
    </message>
    <message>
        <source>Cost after a 429</source>
        <translation>Giá sau 429</translation>
    </message>
    <message>
        <source>Tokens that a retry takes after a 429.</source>
        <translation>Số token mà một lần retry lấy đi sau một mã 429.</translation>
    </message>
    <message>
        <source>Deposit per request</source>
        <translation>Nạp mỗi request</translation>
    </message>
    <message>
        <source>Tokens that every request brings.</source>
        <translation>Số token mà mỗi request mang lại.</translation>
    </message>
    <message>
        <source>Deposit per success</source>
        <translation>Nạp mỗi lần thành công</translation>
    </message>
    <message>
        <source>Tokens that a success brings.</source>
        <translation>Số token mà một lần thành công mang lại.</translation>
    </message>
    <message>
        <source>Refund</source>
        <translation>Hoàn lại</translation>
    </message>
    <message>
        <source>What a success after retries gives back.</source>
        <translation>Thành công nhờ retry thì được hoàn lại bao nhiêu.</translation>
    </message>
    <message>
        <source>Minimum concurrency</source>
        <translation>Đồng thời tối thiểu</translation>
    </message>
    <message>
        <source>So many retries may always be under way.</source>
        <translation>Lúc nào cũng được có chừng ấy retry đang chạy.</translation>
    </message>
    <message>
        <source>Waiting is active</source>
        <translation>Đang chờ cũng tính</translation>
    </message>
    <message>
        <source>A retry counts as active while it waits, too.</source>
        <translation>Retry đang chờ cũng được tính là đang chạy.</translation>
    </message>
    <message>
        <source>Throttle factor k</source>
        <translation>Hệ số k</translation>
    </message>
    <message>
        <source>It refuses once requests are more than k times the accepts.</source>
        <translation>Bắt đầu từ chối khi số request hơn k lần số được chấp nhận.</translation>
    </message>
    <message>
        <source>Throttle padding</source>
        <translation>Phần đệm</translation>
    </message>
    <message>
        <source>Requests added below the line, so that the first few are let go.</source>
        <translation>Số request cộng thêm vào mẫu số, để vài request đầu được đi.</translation>
    </message>
    <message>
        <source>Throttle applies to</source>
        <translation>Áp dụng cho</translation>
    </message>
    <message>
        <source>Which attempts must ask the throttle.</source>
        <translation>Những lần thử nào phải xin phép.</translation>
    </message>
    <message>
        <source>Retry budget</source>
        <translation>Ngân sách retry (retry budget)</translation>
    </message>
    <message>
        <source>What keeps retries in check beyond the single call.</source>
        <translation>Điều gì kìm số retry, ngoài giới hạn của từng lời gọi.</translation>
    </message>
    <message>
        <source>Budget scope</source>
        <translation>Phạm vi ngân sách</translation>
    </message>
    <message>
        <source>One budget for each caller, or one for all.</source>
        <translation>Mỗi caller một ngân sách, hay một cái cho tất cả.</translation>
    </message>
    <message>
        <source>Budget ratio</source>
        <translation>Tỷ lệ ngân sách</translation>
    </message>
    <message>
        <source>Retries per request or per attempt in flight; for gRPC, tokens per success.</source>
        <translation>Số retry trên mỗi request hoặc mỗi lần thử đang chạy; với gRPC là số token mỗi lần thành công.</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Các khoảng chờ</translation>
    </message>
    <message>
        <source>The waits before the retries, one by one; the last one goes on.</source>
        <translation>Khoảng chờ trước từng lần retry; hết danh sách thì lặp lại cái cuối.</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Sàn (floor)</translation>
    </message>
    <message>
        <source>No wait is shorter than this, whatever the cap.</source>
        <translation>Không khoảng chờ nào ngắn hơn mức này, bất kể trần.</translation>
    </message>
    <message>
        <source>First exponent</source>
        <translation>Số mũ đầu tiên</translation>
    </message>
    <message>
        <source>How many steps of growth the first retry has behind it.</source>
        <translation>Lần retry đầu tiên đã tính sẵn bao nhiêu bước tăng.</translation>
    </message>
    <message>
        <source>First at once</source>
        <translation>Lần đầu không chờ</translation>
    </message>
    <message>
        <source>The first retry does not wait at all.</source>
        <translation>Lần retry đầu tiên hoàn toàn không chờ.</translation>
    </message>
    <message>
        <source>Cap order</source>
        <translation>Thứ tự trần</translation>
    </message>
    <message>
        <source>Whether the cap holds a wait before or after chance has spread it.</source>
        <translation>Trần giới hạn khoảng chờ trước hay sau khi nó được xáo ngẫu nhiên.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Bước tăng</translation>
    </message>
    <message>
        <source>Whether the steps of growth keep their fractions.</source>
        <translation>Các bước tăng có giữ phần lẻ hay không.</translation>
    </message>
    <message>
        <source>Wait unit</source>
        <translation>Đơn vị chờ</translation>
    </message>
    <message>
        <source>Waits are whole multiples of this; what is over is dropped.</source>
        <translation>Khoảng chờ là bội nguyên của mức này; phần dư bị bỏ.</translation>
    </message>
    <message>
        <source>How far a wait may stray, as a share of it.</source>
        <translation>Khoảng chờ được lệch bao nhiêu, tính theo tỷ lệ của nó.</translation>
    </message>
    <message>
        <source>Jitter time</source>
        <translation>Thời gian jitter</translation>
    </message>
    <message>
        <source>How far a wait may stray, however long it is.</source>
        <translation>Khoảng chờ được lệch bao nhiêu, bất kể nó dài hay ngắn.</translation>
    </message>
    <message>
        <source>At the deadline</source>
        <translation>Khi chạm hạn chót</translation>
    </message>
    <message>
        <source>What becomes of a call whose next wait would reach its deadline.</source>
        <translation>Lời gọi sẽ ra sao khi lần chờ kế tiếp chạm hạn chót (deadline).</translation>
    </message>
    <message>
        <source>Dialect</source>
        <translation>Dialect (thư viện)</translation>
    </message>
    <message>
        <source>The library whose rules the policy follows.</source>
        <translation>Thư viện mà policy làm theo luật của nó.</translation>
    </message>
    <message>
        <source>Depends on the contract</source>
        <translation>Tùy hợp đồng</translation>
    </message>
    <message>
        <source>Retried only if the request may be repeated: it is idempotent or has a key.</source>
        <translation>Chỉ thử lại nếu request được phép lặp: nó idempotent hoặc có khóa.</translation>
    </message>
    <message>
        <source>Only idempotent requests</source>
        <translation>Chỉ request idempotent</translation>
    </message>
    <message>
        <source>Others are only retried when the connection was refused: then nothing was done.</source>
        <translation>Các request khác chỉ thử lại khi kết nối bị từ chối: khi đó chưa có gì được làm.</translation>
    </message>
    <message>
        <source>Retry-After</source>
        <translation>Retry-After</translation>
    </message>
    <message>
        <source>What becomes of a server&apos;s word about when to come back.</source>
        <translation>Client làm gì khi server hẹn lúc quay lại.</translation>
    </message>
    <message>
        <source>Shortest hint</source>
        <translation>Hẹn ngắn nhất</translation>
    </message>
    <message>
        <source>A server&apos;s word about a shorter wait is taken as this.</source>
        <translation>Server hẹn ngắn hơn thì tính là chừng này.</translation>
    </message>
    <message>
        <source>Longest hint</source>
        <translation>Hẹn dài nhất</translation>
    </message>
    <message>
        <source>The longest wait that a server may ask for.</source>
        <translation>Khoảng chờ dài nhất mà server được yêu cầu.</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Request</translation>
    </message>
    <message>
        <source>What is called.</source>
        <translation>Gọi cái gì.</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Method</translation>
    </message>
    <message>
        <source>The HTTP method; it says whether a repetition does no harm.</source>
        <translation>Method của HTTP; nó cho biết lặp lại có vô hại không.</translation>
    </message>
    <message>
        <source>Idempotent</source>
        <translation>Idempotent</translation>
    </message>
    <message>
        <source>Doing it twice does no more than doing it once. Follows the method.</source>
        <translation>Làm hai lần cũng như một lần. Suy ra từ method.</translation>
    </message>
    <message>
        <source>Idempotency key</source>
        <translation>Khóa idempotency</translation>
    </message>
    <message>
        <source>By it a service recognises an attempt that it has seen before.</source>
        <translation>Nhờ nó dịch vụ nhận ra lần thử đã gặp.</translation>
    </message>
    <message>
        <source>When its answers say to come back; 0 s = they say nothing.</source>
        <translation>Trả lời hẹn bao lâu nữa quay lại; 0 s = không hẹn gì.</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Lỗi bên trong</translation>
    </message>
    <message>
        <source>What goes wrong inside the service.</source>
        <translation>Bên trong dịch vụ hỏng cái gì.</translation>
    </message>
    <message>
        <source>Place in the window</source>
        <translation>Vị trí trong cửa sổ</translation>
    </message>
    <message>
        <source>Whether a call and its failure count in the same bucket.</source>
        <translation>Lời gọi và lỗi của nó có tính vào cùng một ô hay không.</translation>
    </message>
    <message>
        <source>Count the verdict</source>
        <translation>Tính cả kết luận</translation>
    </message>
    <message>
        <source>Closing counts as the first success in the window that follows, reopening as one more failure.</source>
        <translation>Đóng lại tính là thành công đầu tiên trong cửa sổ mới, mở lại tính thêm một lỗi.</translation>
    </message>
    <message>
        <source>Sending rate</source>
        <translation>Tốc độ gửi</translation>
    </message>
    <message>
        <source>How fast attempts are sent at most, first ones too.</source>
        <translation>Các lần thử được gửi nhanh nhất bao nhiêu, kể cả lần đầu.</translation>
    </message>
    <message>
        <source>Base after a 429</source>
        <translation>Độ trễ gốc sau 429</translation>
    </message>
    <message>
        <source>Stands for the base after a 429; 0 s = the base itself.</source>
        <translation>Thay độ trễ gốc sau khi gặp 429; 0 s = dùng độ trễ gốc.</translation>
    </message>
    <message>
        <source>Fallback</source>
        <translation>Phương án dự phòng (fallback)</translation>
    </message>
    <message>
        <source>What answers in the service&apos;s place; its answers count as degraded.</source>
        <translation>Cái trả lời thay cho service; câu trả lời của nó tính là suy giảm (degraded).</translation>
    </message>
    <message>
        <source>Fallback answers</source>
        <translation>Fallback trả lời</translation>
    </message>
    <message>
        <source>Which calls the fallback is asked to answer.</source>
        <translation>Những lời gọi mà fallback được hỏi.</translation>
    </message>
    <message>
        <source>Fallback share</source>
        <translation>Tỷ lệ fallback</translation>
    </message>
    <message>
        <source>The share of those calls that the fallback has an answer for.</source>
        <translation>Tỷ lệ các lời gọi đó mà fallback có câu trả lời.</translation>
    </message>
    <message>
        <source>Hedging</source>
        <translation>Hedging</translation>
    </message>
    <message>
        <source>When another attempt goes out beside one that has no answer yet.</source>
        <translation>Khi nào gửi thêm một lần thử bên cạnh lần chưa có trả lời.</translation>
    </message>
    <message>
        <source>Hedge after</source>
        <translation>Hedge sau</translation>
    </message>
    <message>
        <source>How long after the last attempt a hedge goes; with a percentile, until twenty answers are known.</source>
        <translation>Bao lâu sau lần thử cuối thì gửi hedge; với bách phân vị, dùng cho tới khi biết hai mươi trả lời.</translation>
    </message>
    <message>
        <source>Percentile</source>
        <translation>Bách phân vị</translation>
    </message>
    <message>
        <source>A hedge goes once this share of the last hundred answers would have come.</source>
        <translation>Gửi hedge khi tỉ lệ này của một trăm trả lời gần nhất lẽ ra đã đến.</translation>
    </message>
    <message>
        <source>Most hedges</source>
        <translation>Số hedge tối đa</translation>
    </message>
    <message>
        <source>Hedges beside one attempt; they count among the call&apos;s attempts.</source>
        <translation>Số hedge bên cạnh một lần thử; chúng được tính vào số lần thử của lời gọi.</translation>
    </message>
    <message>
        <source>Hedge after a failure</source>
        <translation>Hedge sau lỗi</translation>
    </message>
    <message>
        <source>Whether a failure brings the next hedge forward.</source>
        <translation>Một lỗi có làm lần hedge kế tiếp được gửi sớm hơn không.</translation>
    </message>
    <message>
        <source>Extra load</source>
        <translation>Tải thêm</translation>
    </message>
    <message>
        <source>Hedges per call at most, in the long run; up to ten are saved for later.</source>
        <translation>Số hedge tối đa trên mỗi lời gọi, về lâu dài; để dành được tới mười.</translation>
    </message>
    <message>
        <source>Hedging learns</source>
        <translation>Hedging học từ</translation>
    </message>
    <message>
        <source>Whose answers and whose extra load are counted together.</source>
        <translation>Trả lời và tải thêm của ai được tính chung.</translation>
    </message>
</context>
<context>
    <name>FieldText</name>
    <message>
        <source>unlimited</source>
        <translation>vô hạn</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <translation>Cho phép: %1</translation>
    </message>
    <message>
        <source>on</source>
        <translation>bật</translation>
    </message>
    <message>
        <source>off</source>
        <translation>tắt</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>ít nhất %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 đến %2</translation>
    </message>
    <message>
        <source>%1, or unlimited</source>
        <translation>%1, hoặc vô hạn</translation>
    </message>
    <message>
        <source>none</source>
        <translation>không có</translation>
    </message>
</context>
<context>
    <name>KpiPanel</name>
    <message>
        <source>Now and in total</source>
        <translation>Hiện tại và tổng cộng</translation>
    </message>
    <message>
        <source>Δ to previous</source>
        <translation>Δ so với trước</translation>
    </message>
    <message>
        <source>The figures of the run appear here.</source>
        <translation>Số liệu của lần chạy sẽ hiện ở đây.</translation>
    </message>
    <message>
        <source>Amplification</source>
        <translation>Hệ số khuếch đại</translation>
    </message>
    <message>
        <source>Attempts sent ÷ requests. What a breaker refuses is not an attempt.</source>
        <translation>Hệ số khuếch đại retry: số lần thử đã gửi ÷ số request gốc. Bị cầu dao chặn thì không tính là lần thử.</translation>
    </message>
    <message>
        <source>theory %1</source>
        <translation>lý thuyết %1</translation>
    </message>
    <message>
        <source>Success rate</source>
        <translation>Tỷ lệ thành công</translation>
    </message>
    <message>
        <source>Requests that succeeded ÷ requests that ended, at whichever attempt.</source>
        <translation>Số request thành công ÷ số request đã xong, dù thành công ở lần thử nào.</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>Goodput</translation>
    </message>
    <message>
        <source>Requests that succeeded per second, from the end of the warm-up to the end of the run.</source>
        <translation>Lượng phục vụ thành công: số request thành công mỗi giây, từ cuối giai đoạn khởi động đến hết lần chạy.</translation>
    </message>
    <message>
        <source>Latency p99</source>
        <translation>Độ trễ p99</translation>
    </message>
    <message>
        <source>p50 %1</source>
        <translation>p50 %1</translation>
    </message>
    <message>
        <source>From the request&apos;s start to its success, waits included: half of the successful requests were at most as slow as p50, 99 % as p99.</source>
        <translation>Từ lúc request bắt đầu đến lúc thành công, tính cả lúc chờ: một nửa số request thành công không chậm hơn p50, 99 % không chậm hơn p99.</translation>
    </message>
    <message>
        <source>Peak in %1</source>
        <translation>Đỉnh trong %1</translation>
    </message>
    <message>
        <source>sliding %1</source>
        <translation>cửa sổ trượt %1</translation>
    </message>
    <message>
        <source>The most retries (first attempts not counted) sent within %1: in windows aligned to multiples of it, and below in any window of that width.</source>
        <translation>Số retry nhiều nhất (không tính lần thử đầu) gửi đi trong %1: dòng trên dùng cửa sổ cố định theo bội số của nó, dòng dưới dùng cửa sổ trượt cùng độ rộng.</translation>
    </message>
    <message>
        <source>Back to baseline</source>
        <translation>Trở về baseline</translation>
    </message>
    <message>
        <source>From the end of the last fault until goodput stays within %1 of its mean before the fault for %2.</source>
        <translation>Thời gian phục hồi: từ lúc hết sự cố cuối cùng đến khi goodput lệch không quá %1 so với trung bình trước sự cố, suốt %2.</translation>
    </message>
    <message>
        <source>Work for nobody</source>
        <translation>Xử lý vô ích</translation>
    </message>
    <message>
        <source>Requests that the service finished after their caller had given up waiting.</source>
        <translation>Số request service làm xong khi caller đã thôi chờ.</translation>
    </message>
    <message>
        <source>Longest queue</source>
        <translation>Hàng đợi dài nhất</translation>
    </message>
    <message>
        <source>The most requests that waited for a slot at once; those in service are not counted.</source>
        <translation>Số request nhiều nhất cùng chờ slot; không tính request đang được xử lý.</translation>
    </message>
    <message>
        <source>Breaker opened</source>
        <translation>Số lần cầu dao mở</translation>
    </message>
    <message>
        <source>How often a breaker went to open, from closed or half-open, all callers together.</source>
        <translation>Số lần cầu dao chuyển sang mở (open), từ đóng hoặc nửa mở, tính chung mọi caller.</translation>
    </message>
    <message>
        <source>recovered</source>
        <translation>đã phục hồi</translation>
    </message>
    <message>
        <source>recovered slowly</source>
        <translation>phục hồi chậm</translation>
    </message>
    <message>
        <source>stuck: metastable</source>
        <translation>sự cố siêu bền (metastable)</translation>
    </message>
    <message>
        <source>not recovered</source>
        <translation>chưa phục hồi</translation>
    </message>
    <message>
        <source>run too short to say</source>
        <translation>chạy quá ngắn, chưa rõ</translation>
    </message>
    <message>
        <source>no baseline to compare with</source>
        <translation>không có baseline để so</translation>
    </message>
    <message>
        <source>Degraded</source>
        <translation>Suy giảm (degraded)</translation>
    </message>
    <message>
        <source>%1 of those that ended</source>
        <translation>%1 số đã kết thúc</translation>
    </message>
    <message>
        <source>Requests that the fallback answered: neither succeeded nor failed, and no goodput.</source>
        <translation>Các request do fallback trả lời: không thành công cũng không lỗi, và không tính vào goodput.</translation>
    </message>
    <message>
        <source>Hedges</source>
        <translation>Hedge</translation>
    </message>
    <message>
        <source>cancelled %1</source>
        <translation>đã huỷ %1</translation>
    </message>
    <message>
        <source>Attempts sent beside one that had no answer yet, or at once when it had failed; and attempts that were given up because another decided their request.</source>
        <translation>Các lần thử gửi bên cạnh một lần chưa có trả lời, hoặc gửi ngay khi lần đó lỗi; và các lần thử bị bỏ vì một lần khác đã quyết định yêu cầu.</translation>
    </message>
</context>
<context>
    <name>LoadView</name>
    <message>
        <source>Load</source>
        <translation>Tải</translation>
    </message>
    <message>
        <source>first attempts</source>
        <translation>lần thử đầu</translation>
    </message>
    <message>
        <source>retries</source>
        <translation>thử lại (retry)</translation>
    </message>
    <message>
        <source>goodput</source>
        <translation>goodput</translation>
    </message>
    <message>
        <source>previous run</source>
        <translation>lần chạy trước</translation>
    </message>
    <message>
        <source>capacity %1/s ↑</source>
        <translation>năng lực phục vụ %1/s ↑</translation>
    </message>
    <message>
        <source>capacity %1/s</source>
        <translation>năng lực phục vụ %1/s</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>hàng đợi</translation>
    </message>
    <message>
        <source>max %1</source>
        <translation>max %1</translation>
    </message>
    <message>
        <source>always empty</source>
        <translation>luôn trống</translation>
    </message>
    <message>
        <source>breaker</source>
        <translation>cầu dao</translation>
    </message>
    <message>
        <source>Attempts, retries and goodput per second appear here</source>
        <translation>Số lần thử, retry và goodput mỗi giây sẽ hiện ở đây</translation>
    </message>
    <message>
        <source>first attempts %1/s</source>
        <translation>lần thử đầu %1/s</translation>
    </message>
    <message>
        <source>retries %1/s</source>
        <translation>retry %1/s</translation>
    </message>
    <message>
        <source>goodput %1/s</source>
        <translation>goodput %1/s</translation>
    </message>
    <message>
        <source>queue up to %1</source>
        <translation>hàng đợi đến %1</translation>
    </message>
    <message>
        <source>breaker open</source>
        <translation>cầu dao mở (open)</translation>
    </message>
    <message>
        <source>breaker half-open</source>
        <translation>cầu dao nửa mở (half-open)</translation>
    </message>
    <message>
        <source>breaker closed</source>
        <translation>cầu dao đóng (closed)</translation>
    </message>
    <message>
        <source>breakers open %1 %</source>
        <translation>%1 % cầu dao mở</translation>
    </message>
    <message>
        <source>retries and hedges</source>
        <translation>retry và hedge</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message>
        <source>ok</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>connection refused</source>
        <translation>từ chối kết nối</translation>
    </message>
    <message>
        <source>connection reset</source>
        <translation>kết nối bị đứt (reset)</translation>
    </message>
    <message>
        <source>timeout</source>
        <translation>timeout</translation>
    </message>
    <message>
        <source>503 unavailable</source>
        <translation>503 không sẵn sàng</translation>
    </message>
    <message>
        <source>429 too many requests</source>
        <translation>429 quá nhiều request</translation>
    </message>
    <message>
        <source>server error</source>
        <translation>lỗi server</translation>
    </message>
    <message>
        <source>client error</source>
        <translation>lỗi client</translation>
    </message>
    <message>
        <source>409 conflict</source>
        <translation>409 xung đột</translation>
    </message>
    <message>
        <source>deadlock</source>
        <translation>deadlock</translation>
    </message>
    <message>
        <source>lock wait</source>
        <translation>chờ khóa</translation>
    </message>
    <message>
        <source>validation error</source>
        <translation>lỗi dữ liệu</translation>
    </message>
    <message>
        <source>parse error</source>
        <translation>lỗi phân tích</translation>
    </message>
    <message>
        <source>bug</source>
        <translation>bug</translation>
    </message>
</context>
<context>
    <name>PanelRows</name>
    <message>
        <source>Decorrelated jitter grows by itself: up to three times the wait before.</source>
        <translation>Decorrelated jitter tự tăng: đến ba lần khoảng chờ trước.</translation>
    </message>
    <message>
        <source>Time limits</source>
        <translation>Giới hạn thời gian</translation>
    </message>
    <message>
        <source>Opens on</source>
        <translation>Mở theo</translation>
    </message>
    <message>
        <source>Failures in a row</source>
        <translation>Ngưỡng lỗi liên tiếp</translation>
    </message>
    <message>
        <source>Window, in calls</source>
        <translation>Cửa sổ (số lời gọi)</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Cửa sổ</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Đặt ở đâu</translation>
    </message>
    <message>
        <source>Whose</source>
        <translation>Của ai</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Luôn luôn</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Ít nhất</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Nhiều nhất</translation>
    </message>
    <message>
        <source>Fault “%1”</source>
        <translation>Sự cố “%1”</translation>
    </message>
    <message>
        <source>Mean service time</source>
        <translation>Phục vụ trung bình</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Hàng đợi</translation>
    </message>
    <message>
        <source>After a restart</source>
        <translation>Sau khi khởi động lại</translation>
    </message>
    <message>
        <source>There is no slow start.</source>
        <translation>Không có slow start.</translation>
    </message>
    <message>
        <source>Mean think time</source>
        <translation>Nghĩ trung bình</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lần chạy</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Retry</translation>
    </message>
    <message>
        <source>Breaker</source>
        <translation>Cầu dao</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>Service</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Traffic</translation>
    </message>
    <message numerus="yes">
        <source>Max attempts · %n retries</source>
        <translation>
            <numerusform>Số lần thử tối đa · %n retry</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has this empty, always.</source>
        <translation>%1 luôn để trống mục này.</translation>
    </message>
    <message>
        <source>%1 has this fixed at %2.</source>
        <translation>%1 cố định mục này ở %2.</translation>
    </message>
    <message>
        <source>%1 does not offer this.</source>
        <translation>%1 không có lựa chọn này.</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Nâng cao</translation>
    </message>
    <message>
        <source>Retry budget</source>
        <translation>Ngân sách retry (retry budget)</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Loại</translation>
    </message>
    <message>
        <source>“?” depends on the contract: retried here, for these requests may be repeated.</source>
        <translation>“?” là tùy hợp đồng: ở đây được thử lại, vì các request này được phép lặp.</translation>
    </message>
    <message>
        <source>“?” depends on the contract: not retried here, for these requests may not be repeated.</source>
        <translation>“?” là tùy hợp đồng: ở đây không thử lại, vì các request này không được phép lặp.</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Request</translation>
    </message>
    <message>
        <source>Fallback</source>
        <translation>Phương án dự phòng (fallback)</translation>
    </message>
    <message>
        <source>Answered by</source>
        <translation>Trả lời bằng</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Khi</translation>
    </message>
    <message>
        <source>There is no breaker: the fallback is never asked.</source>
        <translation>Không có cầu dao: fallback không bao giờ được hỏi.</translation>
    </message>
    <message>
        <source>Has an answer for</source>
        <translation>Có câu trả lời cho</translation>
    </message>
    <message>
        <source>Hedges count as attempts, and only one is allowed: none is sent.</source>
        <translation>Hedge được tính là lần thử, mà chỉ cho phép một: không gửi hedge nào.</translation>
    </message>
    <message>
        <source>These requests may not be repeated: no hedge is sent.</source>
        <translation>Những yêu cầu này không được lặp lại: không gửi hedge nào.</translation>
    </message>
    <message>
        <source>Hedging</source>
        <translation>Hedging</translation>
    </message>
    <message>
        <source>Another attempt</source>
        <translation>Thêm lần thử</translation>
    </message>
</context>
<context>
    <name>RunReport</name>
    <message>
        <source>Requests</source>
        <translation>Request</translation>
    </message>
    <message>
        <source>  succeeded</source>
        <translation>  thành công</translation>
    </message>
    <message>
        <source>  failed</source>
        <translation>  thất bại</translation>
    </message>
    <message>
        <source>  unfinished</source>
        <translation>  chưa xong</translation>
    </message>
    <message>
        <source>Success rate</source>
        <translation>Tỷ lệ thành công</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>Goodput</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Số lần thử</translation>
    </message>
    <message>
        <source>  retries</source>
        <translation>  retry</translation>
    </message>
    <message>
        <source>  amplification</source>
        <translation>  hệ số khuếch đại</translation>
    </message>
    <message>
        <source>Waited between attempts</source>
        <translation>Chờ giữa các lần thử</translation>
    </message>
    <message>
        <source>Peak of retries, fixed</source>
        <translation>Đỉnh retry, cố định</translation>
    </message>
    <message>
        <source>Peak of retries, sliding</source>
        <translation>Đỉnh retry, trượt</translation>
    </message>
    <message>
        <source>Latency p50</source>
        <translation>Độ trễ p50</translation>
    </message>
    <message>
        <source>Latency p99</source>
        <translation>Độ trễ p99</translation>
    </message>
    <message>
        <source>Latency max</source>
        <translation>Độ trễ lớn nhất</translation>
    </message>
    <message>
        <source>Longest queue</source>
        <translation>Hàng đợi dài nhất</translation>
    </message>
    <message>
        <source>Busy slots, mean</source>
        <translation>Slot bận, trung bình</translation>
    </message>
    <message>
        <source>Work for nobody</source>
        <translation>Xử lý vô ích</translation>
    </message>
    <message>
        <source>Breaker opened</source>
        <translation>Số lần cầu dao mở</translation>
    </message>
    <message>
        <source>  calls it refused</source>
        <translation>  lời gọi bị chặn</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 · %2 · Retry Lab %3</source>
        <translation>%1 · %2 · Retry Lab %3</translation>
    </message>
    <message>
        <source>Peak: the most retries within %1 (%2). Fixed: windows aligned to multiples of %1; sliding: any window.</source>
        <translation>Đỉnh: số retry nhiều nhất trong %1 (%2). Cố định: cửa sổ theo bội số của %1; trượt: cửa sổ bất kỳ.</translation>
    </message>
    <message>
        <source>no verdict</source>
        <translation>không kết luận</translation>
    </message>
    <message>
        <source>recovered</source>
        <translation>đã phục hồi</translation>
    </message>
    <message>
        <source>recovered slowly</source>
        <translation>phục hồi chậm</translation>
    </message>
    <message>
        <source>metastable</source>
        <translation>siêu bền (metastable)</translation>
    </message>
    <message>
        <source>run too short</source>
        <translation>chạy quá ngắn</translation>
    </message>
    <message>
        <source>not recovered</source>
        <translation>chưa phục hồi</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2 lần %1</translation>
    </message>
    <message>
        <source>Verdict, by runs: %1</source>
        <translation>Kết luận theo số lần chạy: %1</translation>
    </message>
    <message>
        <source>none (no fault, or no goodput before it to compare with)</source>
        <translation>không có (không có sự cố, hoặc trước đó chưa có goodput để so)</translation>
    </message>
    <message>
        <source>recovered %1 after the last fault</source>
        <translation>đã phục hồi %1 sau sự cố cuối cùng</translation>
    </message>
    <message>
        <source>recovered slowly, %1 after the last fault</source>
        <translation>phục hồi chậm, %1 sau sự cố cuối cùng</translation>
    </message>
    <message>
        <source>metastable: the offered load is back at its baseline, goodput never came back</source>
        <translation>siêu bền (metastable): tải đưa vào đã trở về baseline, goodput thì không</translation>
    </message>
    <message>
        <source>none (the run ends before anything can be said)</source>
        <translation>không có (lần chạy kết thúc quá sớm để kết luận)</translation>
    </message>
    <message>
        <source>not recovered; the offered load is not back at its baseline either</source>
        <translation>chưa phục hồi; tải đưa vào cũng chưa trở về baseline</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>seed %1</translation>
    </message>
    <message>
        <source>Verdict: %1</source>
        <translation>Kết luận: %1</translation>
    </message>
    <message>
        <source>1 run, %1</source>
        <translation>1 lần chạy, %1</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>trung bình</translation>
    </message>
    <message>
        <source>Recovery time</source>
        <translation>Thời gian phục hồi</translation>
    </message>
    <message>
        <source>%1 runs, seeds %2 to %3</source>
        <translation>%1 lần chạy, seed %2 đến %3</translation>
    </message>
    <message>
        <source>p5 and p95: the smallest value that 5 % and 95 % of the runs do not exceed.</source>
        <translation>p5 và p95: giá trị nhỏ nhất mà 5 % và 95 % số lần chạy không vượt quá.</translation>
    </message>
    <message>
        <source>1 run, seed %1</source>
        <translation>1 lần chạy, seed %1</translation>
    </message>
    <message>
        <source>Denied by the budget</source>
        <translation>Bị ngân sách từ chối</translation>
    </message>
    <message>
        <source>  degraded</source>
        <translation>  suy giảm (degraded)</translation>
    </message>
    <message>
        <source>    hedges</source>
        <translation>    hedge</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message numerus="yes">
        <source>%1 calls under way</source>
        <translation>
            <numerusform>%1 lời gọi đang chạy</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 clients</source>
        <translation>
            <numerusform>%1 client</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 waiting</source>
        <translation>%1 đang chờ</translation>
    </message>
    <message>
        <source>%1 calling</source>
        <translation>%1 đang gọi</translation>
    </message>
    <message>
        <source>%1 done</source>
        <translation>%1 xong</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 lỗi</translation>
    </message>
    <message>
        <source>%1 thinking</source>
        <translation>%1 đang nghĩ</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Toàn cảnh</translation>
    </message>
    <message>
        <source>queue %1</source>
        <translation>hàng đợi %1</translation>
    </message>
    <message>
        <source>queue %1 / %2</source>
        <translation>hàng đợi %1 / %2</translation>
    </message>
    <message>
        <source>%1 / %2 busy</source>
        <translation>%1 / %2 bận</translation>
    </message>
    <message>
        <source>refuses connections</source>
        <translation>từ chối kết nối</translation>
    </message>
    <message>
        <source>answers %1</source>
        <translation>trả %1</translation>
    </message>
    <message>
        <source>answers %1 late</source>
        <translation>trả lời trễ %1</translation>
    </message>
    <message>
        <source>no slot works</source>
        <translation>mọi slot đều treo</translation>
    </message>
    <message>
        <source>slots that work: %1</source>
        <translation>slot còn chạy: %1</translation>
    </message>
    <message>
        <source>restarting</source>
        <translation>đang khởi động lại</translation>
    </message>
    <message>
        <source>cold: %1× slower</source>
        <translation>còn nguội: chậm %1×</translation>
    </message>
    <message>
        <source>capacity %1/s</source>
        <translation>năng lực %1/s</translation>
    </message>
    <message>
        <source>utilisation %1</source>
        <translation>mức sử dụng %1</translation>
    </message>
    <message>
        <source>%1 for nobody</source>
        <translation>%1 vô ích</translation>
    </message>
    <message>
        <source>fault over</source>
        <translation>hết sự cố</translation>
    </message>
    <message>
        <source>open</source>
        <translation>mở (open)</translation>
    </message>
    <message>
        <source>half-open</source>
        <translation>nửa mở (half-open)</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>đóng (closed)</translation>
    </message>
    <message>
        <source>mostly %1</source>
        <translation>đa số %1</translation>
    </message>
    <message>
        <source>probes in %1</source>
        <translation>còn %1</translation>
    </message>
    <message>
        <source>probes at the next call</source>
        <translation>thăm dò ở lời gọi tới</translation>
    </message>
    <message numerus="yes">
        <source>%1 probes at a time</source>
        <translation>
            <numerusform>mỗi lần %1 thăm dò</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 open</source>
        <translation>%1 / %2 mở</translation>
    </message>
    <message>
        <source> · %1 half-open</source>
        <translation> · %1 nửa mở</translation>
    </message>
    <message>
        <source>open</source>
        <comment>where there is little room</comment>
        <translation>mở</translation>
    </message>
    <message>
        <source>half-open</source>
        <comment>where there is little room</comment>
        <translation>nửa mở</translation>
    </message>
    <message>
        <source>closed</source>
        <comment>where there is little room</comment>
        <translation>đóng</translation>
    </message>
    <message>
        <source>fails: %1</source>
        <translation>báo lỗi: %1</translation>
    </message>
    <message>
        <source>%1 degraded</source>
        <translation>%1 suy giảm</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>; then waited %1</source>
        <translation>; rồi chờ %1</translation>
    </message>
    <message>
        <source>; was waiting when the run ended</source>
        <translation>; đang chờ thì hết lần chạy</translation>
    </message>
    <message>
        <source>Call %1 · caller %2 · started at %3</source>
        <translation>Lời gọi %1 · caller %2 · bắt đầu lúc %3</translation>
    </message>
    <message>
        <source>not finished when the run ended</source>
        <translation>hết lần chạy mà chưa xong</translation>
    </message>
    <message>
        <source>succeeded after %1</source>
        <translation>thành công sau %1</translation>
    </message>
    <message>
        <source>%1 (first %2)</source>
        <translation>%1 (%2 lần đầu)</translation>
    </message>
    <message numerus="yes">
        <source>%1 lanes · scroll to zoom</source>
        <translation>
            <numerusform>%1 làn · cuộn để thu phóng</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lanes, %2 per row · scroll to zoom</source>
        <translation>
            <numerusform>%1 làn, mỗi hàng %2 · cuộn để thu phóng</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 lanes · scroll to zoom</source>
        <translation>
            <numerusform>%1 / %2 làn · cuộn để thu phóng</numerusform>
        </translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Dòng thời gian</translation>
    </message>
    <message>
        <source>, as the server asked</source>
        <translation>, theo yêu cầu của server</translation>
    </message>
    <message>
        <source>answered from the cache after %1: %2</source>
        <translation>được cache trả lời sau %1: %2</translation>
    </message>
    <message>
        <source>answered with the default after %1: %2</source>
        <translation>trả lời bằng giá trị mặc định sau %1: %2</translation>
    </message>
    <message>
        <source>answered by the backup service after %1: %2</source>
        <translation>được service dự phòng trả lời sau %1: %2</translation>
    </message>
    <message>
        <source>gave up after %1: %2</source>
        <translation>bỏ cuộc sau %1: %2</translation>
    </message>
    <message>
        <source>not worth another attempt</source>
        <translation>không đáng thử thêm</translation>
    </message>
    <message>
        <source>no attempts left</source>
        <translation>hết lần thử</translation>
    </message>
    <message>
        <source>the deadline</source>
        <translation>đến hạn chót (deadline)</translation>
    </message>
    <message>
        <source>the breaker was open</source>
        <translation>cầu dao đang mở (open)</translation>
    </message>
    <message>
        <source>the retry budget was spent</source>
        <translation>hết ngân sách retry (retry budget)</translation>
    </message>
    <message>
        <source>the service asked not to try again</source>
        <translation>service yêu cầu đừng thử lại</translation>
    </message>
    <message>
        <source>, cut by the deadline</source>
        <translation>, bị hạn chót (deadline) cắt ngắn</translation>
    </message>
    <message>
        <source>, some of it for its turn</source>
        <translation>, một phần là để đợi đến lượt</translation>
    </message>
    <message>
        <source>attempt %1 of %2, a hedge: </source>
        <translation>lần thử %1 / %2, hedge: </translation>
    </message>
    <message>
        <source>attempt %1 of %2: </source>
        <translation>lần thử %1 / %2: </translation>
    </message>
    <message>
        <source>refused by the breaker, nothing was sent</source>
        <translation>bị cầu dao chặn, không gửi gì</translation>
    </message>
    <message>
        <source>still running after %1, when the run ended</source>
        <translation>hết lần chạy mà vẫn chưa xong sau %1</translation>
    </message>
    <message>
        <source>given up after %1, as another had decided the call</source>
        <translation>bỏ sau %1, vì một lần khác đã quyết định lời gọi</translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation>%1 sau %2</translation>
    </message>
</context>
<context>
    <name>Transport</name>
    <message>
        <source>Fault “%1” begins</source>
        <translation>Sự cố “%1” bắt đầu</translation>
    </message>
    <message>
        <source>Fault “%1” ends</source>
        <translation>Sự cố “%1” kết thúc</translation>
    </message>
    <message>
        <source>Breaker</source>
        <translation>Cầu dao</translation>
    </message>
    <message>
        <source>Breaker of caller %1</source>
        <translation>Cầu dao của caller %1</translation>
    </message>
    <message>
        <source>%1 opens again: a probe failed</source>
        <translation>%1 mở lại: thăm dò thất bại</translation>
    </message>
    <message>
        <source>%1 opens</source>
        <translation>%1 mở (open)</translation>
    </message>
    <message>
        <source>%1 is half-open: it probes</source>
        <translation>%1 nửa mở (half-open): đang thăm dò</translation>
    </message>
    <message>
        <source>%1 closes</source>
        <translation>%1 đóng lại (closed)</translation>
    </message>
    <message numerus="yes">
        <source>Breakers open %n times</source>
        <translation>
            <numerusform>Cầu dao mở %n lần</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Breakers turn half-open %n times</source>
        <translation>
            <numerusform>Cầu dao nửa mở %n lần</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Breakers close %n times</source>
        <translation>
            <numerusform>Cầu dao đóng %n lần</numerusform>
        </translation>
    </message>
    <message>
        <source>First call gives up (call %1)</source>
        <translation>Lời gọi đầu tiên bỏ cuộc (lời gọi %1)</translation>
    </message>
    <message>
        <source>%1 opens again: its probes took too long</source>
        <translation>%1 mở lại: thăm dò quá lâu</translation>
    </message>
    <message>
        <source>%1 opens again: an earlier call failed</source>
        <translation>%1 mở lại: một lời gọi trước đó thất bại</translation>
    </message>
</context>
<context>
    <name>retrylab::BackoffFan</name>
    <message>
        <source>Backoff fan</source>
        <translation>Quạt backoff</translation>
    </message>
    <message>
        <source>Worst case %1</source>
        <translation>Lâu nhất %1</translation>
    </message>
    <message>
        <source>Retry %1: %2</source>
        <translation>Retry %1: %2</translation>
    </message>
    <message>
        <source>Retry %1 waits %2; the example call draws %3.</source>
        <translation>Retry %1 chờ %2; lời gọi ví dụ rút được %3.</translation>
    </message>
    <message>
        <source>Decorrelated: the range follows from the wait that was drawn before.</source>
        <translation>Decorrelated: khoảng này tùy vào lần chờ đã rút trước đó.</translation>
    </message>
    <message>
        <source>Solid: waited in any case. Light: left to chance. The mark: what one example call of this seed draws.
Worst case: every attempt runs into its timeout and every wait is the longest possible
(attempts × timeout + longest waits), cut off at the deadline.</source>
        <translation>Đậm: chắc chắn phải chờ. Nhạt: ngẫu nhiên. Vạch: một lời gọi ví dụ của seed này rút được.
Lâu nhất: lần thử nào cũng timeout và lần chờ nào cũng dài nhất có thể
(số lần thử × timeout + các lần chờ dài nhất), cắt ở hạn chót (deadline).</translation>
    </message>
</context>
<context>
    <name>retrylab::BreakerView</name>
    <message>
        <source>No breaker</source>
        <translation>Không có cầu dao</translation>
    </message>
    <message>
        <source>Every call goes through, however often the service fails. Choose a breaker in the policy to stop that.</source>
        <translation>Mọi lời gọi đều đi qua, service lỗi bao nhiêu cũng vậy. Muốn chặn, hãy chọn cầu dao trong bảng bên.</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Chưa có lần chạy nào</translation>
    </message>
    <message>
        <source>The breaker&apos;s state appears here.</source>
        <translation>Trạng thái cầu dao sẽ hiện ở đây.</translation>
    </message>
    <message>
        <source>Closed: calls go through, and their outcomes are counted.</source>
        <translation>Đóng (closed): lời gọi đi qua, kết quả được đếm.</translation>
    </message>
    <message>
        <source>Open: calls are refused at once; the service is left alone.</source>
        <translation>Mở (open): lời gọi bị chặn ngay, để service được yên.</translation>
    </message>
    <message>
        <source>Half-open: a few calls go through as probes; the others are refused.</source>
        <translation>Nửa mở (half-open): cho vài lời gọi qua để thăm dò, số còn lại bị chặn.</translation>
    </message>
    <message>
        <source>Call %1: failed</source>
        <translation>Lời gọi %1: lỗi</translation>
    </message>
    <message>
        <source>Call %1: ok</source>
        <translation>Lời gọi %1: OK</translation>
    </message>
    <message numerus="yes">
        <source>It opens when the share of failures reaches the limit, on a failure, with at least %1 outcomes.</source>
        <translation>
            <numerusform>Cầu dao mở khi gặp một lỗi mà tỷ lệ lỗi chạm ngưỡng, với ít nhất %1 kết quả.</numerusform>
        </translation>
    </message>
    <message>
        <source>Circuit breaker</source>
        <translation>Cầu dao (circuit breaker)</translation>
    </message>
</context>
<context>
    <name>retrylab::ChipSet</name>
    <message>
        <source>%1 ?</source>
        <comment>an outcome whose retry depends on the contract</comment>
        <translation>%1 ?</translation>
    </message>
    <message>
        <source>Retried.</source>
        <translation>Được thử lại.</translation>
    </message>
    <message>
        <source>Depends on the contract.</source>
        <translation>Tùy hợp đồng.</translation>
    </message>
    <message>
        <source>Not retried.</source>
        <translation>Không thử lại.</translation>
    </message>
    <message>
        <source>Goes with “%1”.</source>
        <translation>Đi cùng “%1”.</translation>
    </message>
</context>
<context>
    <name>retrylab::DialectHelp</name>
    <message>
        <source>Dialects</source>
        <translation>Dialect (thư viện)</translation>
    </message>
    <message>
        <source>A dialect makes the policy follow the rules of a known library.</source>
        <translation>Dialect khiến policy làm theo luật của một thư viện quen thuộc.</translation>
    </message>
    <message>
        <source>Where the lab does the right thing instead</source>
        <translation>Chỗ mà phòng lab làm đúng thay vì theo lỗi của thư viện</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Nguồn: %1</translation>
    </message>
</context>
<context>
    <name>retrylab::Document</name>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>Variant “%1”</source>
        <translation>Biến thể “%1”</translation>
    </message>
</context>
<context>
    <name>retrylab::FieldControl</name>
    <message>
        <source>Default: %1</source>
        <translation>Mặc định: %1</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <translation>Cho phép: %1</translation>
    </message>
    <message>
        <source>Back to the default: %1</source>
        <translation>Trả về mặc định: %1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>Đặt lại %1</translation>
    </message>
</context>
<context>
    <name>retrylab::GalleryButton</name>
    <message>
        <source>Choose an experiment (Ctrl+E)</source>
        <translation>Chọn thí nghiệm (Ctrl+E)</translation>
    </message>
    <message>
        <source>Experiment: %1</source>
        <translation>Thí nghiệm: %1</translation>
    </message>
</context>
<context>
    <name>retrylab::GalleryPopup</name>
    <message>
        <source>Experiments</source>
        <translation>Thí nghiệm</translation>
    </message>
</context>
<context>
    <name>retrylab::KpiPanel</name>
    <message numerus="yes">
        <source>now: %1 of %2 slots busy, %3 queued</source>
        <translation>
            <numerusform>hiện tại: %1 / %2 slot bận, %3 chờ</numerusform>
        </translation>
    </message>
    <message>
        <source>Better than in the previous run.</source>
        <translation>Tốt hơn lần chạy trước.</translation>
    </message>
    <message>
        <source>Worse than in the previous run.</source>
        <translation>Kém hơn lần chạy trước.</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Số liệu</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Chưa có lần chạy nào</translation>
    </message>
</context>
<context>
    <name>retrylab::LabPanes</name>
    <message>
        <source>Policy</source>
        <translation>Chính sách</translation>
    </message>
    <message>
        <source>What can be set</source>
        <translation>Những gì chỉnh được</translation>
    </message>
    <message>
        <source>Breaker and figures</source>
        <translation>Cầu dao và số liệu</translation>
    </message>
    <message>
        <source>What came out</source>
        <translation>Kết quả</translation>
    </message>
</context>
<context>
    <name>retrylab::LoadView</name>
    <message>
        <source>Load</source>
        <translation>Tải</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Chưa có lần chạy nào</translation>
    </message>
    <message>
        <source>Requests: %1; attempts: %2; goodput: %3 per second; queue: up to %4</source>
        <translation>Request: %1; lần thử: %2; goodput: %3 mỗi giây; hàng đợi: đến %4</translation>
    </message>
</context>
<context>
    <name>retrylab::MainWindow</name>
    <message>
        <source>Your unsaved experiment is back as you left it. Choose another one to start afresh.</source>
        <translation>Thí nghiệm chưa lưu của bạn vẫn còn nguyên. Muốn làm lại từ đầu, hãy chọn thí nghiệm khác.</translation>
    </message>
    <message>
        <source>%1[*] – Retry Lab</source>
        <translation>%1[*] – Retry Lab</translation>
    </message>
    <message>
        <source>Experiments (*.retrylab.json *.json)</source>
        <translation>Thí nghiệm (*.retrylab.json *.json)</translation>
    </message>
    <message>
        <source>Open an experiment</source>
        <translation>Mở thí nghiệm</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Đã lưu vào %1</translation>
    </message>
    <message>
        <source>Save the experiment</source>
        <translation>Lưu thí nghiệm</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg)</source>
        <translation>Ảnh (*.png *.svg)</translation>
    </message>
    <message>
        <source>Pictures and data (*.png *.svg *.csv)</source>
        <translation>Ảnh và dữ liệu (*.png *.svg *.csv)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Xuất</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>Đã xuất ra %1</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Phím tắt</translation>
    </message>
    <message>
        <source>About Retry Lab</source>
        <translation>Giới thiệu Retry Lab</translation>
    </message>
    <message>
        <source>Retry Lab %1

Drag a slider, and see at once what your retry policy does to a service that is having a bad day.

Free software under the GNU General Public License, version 3 or later.</source>
        <translation>Retry Lab %1

Kéo một thanh trượt và thấy ngay chính sách retry của bạn làm gì với một service đang gặp ngày xấu trời.

Phần mềm tự do theo Giấy phép Công cộng GNU (GPL), phiên bản 3 trở lên.</translation>
    </message>
</context>
<context>
    <name>retrylab::Notice</name>
    <message>
        <source>Close</source>
        <translation>Đóng</translation>
    </message>
</context>
<context>
    <name>retrylab::PolicyPanel</name>
    <message>
        <source>Policy</source>
        <translation>Chính sách</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Thẻ</translation>
    </message>
    <message>
        <source>The fine points of libraries</source>
        <translation>Những điểm tinh tế của các thư viện</translation>
    </message>
</context>
<context>
    <name>retrylab::ScrubBar</name>
    <message>
        <source>Playhead</source>
        <translation>Đầu phát</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>retrylab::SeedField</name>
    <message>
        <source>seed</source>
        <translation>seed</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed (mầm ngẫu nhiên)</translation>
    </message>
    <message>
        <source>The same seed gives the same run, to the last nanosecond. A whole number.</source>
        <translation>Seed là mầm ngẫu nhiên: cùng một seed thì lần chạy giống hệt nhau, đến từng nano giây. Nhập một số nguyên.</translation>
    </message>
    <message>
        <source>New seed</source>
        <translation>Seed mới</translation>
    </message>
    <message>
        <source>Draw another seed (Ctrl+R)</source>
        <translation>Rút seed khác (Ctrl+R)</translation>
    </message>
    <message>
        <source>Keep this seed</source>
        <translation>Giữ seed này</translation>
    </message>
    <message>
        <source>Keep this seed when another experiment is opened</source>
        <translation>Giữ seed này khi mở thí nghiệm khác</translation>
    </message>
</context>
<context>
    <name>retrylab::SpeedSlider</name>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>as fast as possible</source>
        <translation>nhanh hết mức</translation>
    </message>
    <message>
        <source>%1 times real time</source>
        <translation>%1 lần thời gian thực</translation>
    </message>
    <message>
        <source>Speed: %1. Double click for real time.</source>
        <translation>Tốc độ: %1. Nhấp đúp để về thời gian thực.</translation>
    </message>
</context>
<context>
    <name>retrylab::StageView</name>
    <message>
        <source>Stage</source>
        <translation>Toàn cảnh</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Chưa có lần chạy nào</translation>
    </message>
    <message>
        <source>Open an experiment to begin.</source>
        <translation>Mở một thí nghiệm để bắt đầu.</translation>
    </message>
    <message>
        <source>Too many to show</source>
        <translation>Nhiều quá, không vẽ hết</translation>
    </message>
    <message>
        <source>This run keeps figures only.</source>
        <translation>Lần chạy này chỉ giữ số liệu.</translation>
    </message>
    <message>
        <source>Client %1, request %2</source>
        <translation>Client %1, request %2</translation>
    </message>
    <message>
        <source>, attempt %1</source>
        <translation>, lần thử %1</translation>
    </message>
    <message>
        <source>: not started</source>
        <translation>: chưa bắt đầu</translation>
    </message>
    <message>
        <source>: calling</source>
        <translation>: đang gọi</translation>
    </message>
    <message>
        <source>: waiting</source>
        <translation>: đang chờ</translation>
    </message>
    <message>
        <source>: waiting, %1 left</source>
        <translation>: đang chờ, còn %1</translation>
    </message>
    <message>
        <source>: done</source>
        <translation>: xong</translation>
    </message>
    <message>
        <source>: failed, refused by the breaker</source>
        <translation>: lỗi, bị cầu dao chặn</translation>
    </message>
    <message>
        <source>: failed, %1</source>
        <translation>: lỗi, %1</translation>
    </message>
    <message>
        <source>: degraded, answered by the fallback</source>
        <translation>: suy giảm (degraded), do fallback trả lời</translation>
    </message>
</context>
<context>
    <name>retrylab::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>Dòng thời gian</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>Chưa có lần chạy nào</translation>
    </message>
    <message numerus="yes">
        <source>%n calls, a lane each. Up and Down choose one.</source>
        <translation>
            <numerusform>%n lời gọi, mỗi lời gọi một làn. Dùng phím lên, xuống để chọn.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>retrylab::TopBar</name>
    <message>
        <source>Menu</source>
        <translation>Menu</translation>
    </message>
    <message>
        <source>Menu (F10)</source>
        <translation>Menu (F10)</translation>
    </message>
</context>
<context>
    <name>retrylab::TransportBar</name>
    <message>
        <source>Transport</source>
        <translation>Điều khiển phát</translation>
    </message>
    <message>
        <source>Previous event</source>
        <translation>Sự kiện trước</translation>
    </message>
    <message>
        <source>Previous event (,)</source>
        <translation>Sự kiện trước (,)</translation>
    </message>
    <message>
        <source>Next event</source>
        <translation>Sự kiện sau</translation>
    </message>
    <message>
        <source>Next event (.)</source>
        <translation>Sự kiện sau (.)</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tốc độ</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Thời điểm</translation>
    </message>
    <message>
        <source>Length of the run</source>
        <translation>Độ dài lần chạy</translation>
    </message>
    <message>
        <source>/ %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>%1×</source>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Tạm dừng</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Phát</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>Tạm dừng (Space)</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>Phát (Space)</translation>
    </message>
</context>
</TS>
